import type { ChainStep, EffectCase } from './case.ts'
import { days, etherFor, minted, owner, usd, wad, wethFor } from './chain-step.ts'

const dollar = 'Local USD'
const reserve =
  'getReserveData(address) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 currentLiquidityRate, uint128 variableBorrowIndex, uint128 currentVariableBorrowRate, uint128 currentStableBorrowRate, uint40 lastUpdateTimestamp, uint16 id, address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress, address interestRateStrategyAddress, uint128 accruedToTreasury, uint128 unbacked, uint128 isolationModeTotalDebt))'
const accountDataView =
  'getUserAccountData(address) view returns (uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 health)'

/** Names the tokens that the pool made. */
const named: ChainStep = async (effectChain) => {
  for (const asset of ['WETH', 'USDC']) {
    const data = (await effectChain.ask(['Aave pool', reserve, [effectChain.of(asset)]])) as {
      readonly aTokenAddress: string
      readonly variableDebtTokenAddress: string
    }
    effectChain.names.set(`a${asset}`, effectChain.of(data.aTokenAddress))
    effectChain.names.set(`debt in ${asset}`, effectChain.of(data.variableDebtTokenAddress))
  }
}

const usdc = { pool: 'Aave pool', asset: 'USDC' }
const weth = { pool: 'Aave pool', asset: 'WETH' }

const aave: EffectCase = {
  rows: [5, 6, 7, 8, 9, 10],
  what: 'Aave v3: supply, borrow, repay, collateral, e-mode, rewards',
  vault: dollar,
  steps: [
    named,
    {
      route: 'aave_v3/supply',
      params: { ...usdc, amount: '1000' },
      changes: { USDC: '-1000', aUSDC: ['999.999999', '1000'] },
      others: { 'USDC of aUSDC': '1000' },
      logs: [['Aave pool', 'Supply(address,address,address,uint256,uint16)']],
    },
    owner('Aave rewards', 'setEmission(address,address,uint216)', ['aUSDC', 'MORPHO', wad]),
    owner('Aave pool', 'setEMode(uint8,(uint16,uint16),address[])', [1, [9000, 9300], []]),
    {
      route: 'aave_v3/set_collateral',
      params: { ...usdc, enabled: false },
      changes: {},
      probes: [{ at: 'Aave pool', view: accountDataView, args: [dollar], field: 0, becomes: 0n }],
    },
    {
      route: 'aave_v3/set_collateral',
      params: { ...usdc, enabled: true },
      changes: {},
      probes: [
        {
          at: 'Aave pool',
          view: accountDataView,
          args: [dollar],
          field: 0,
          change: [1000n * 10n ** 8n, 1001n * 10n ** 8n],
        },
      ],
    },
    {
      route: 'aave_v3/set_e_mode',
      params: { pool: 'Aave pool', category: '1' },
      changes: {},
      probes: [
        {
          at: 'Aave pool',
          view: 'getUserEMode(address) view returns (uint256)',
          args: [dollar],
          becomes: 1n,
        },
      ],
    },
    {
      route: 'aave_v3/borrow',
      params: { ...weth, amount: '0.1' },
      changes: { WETH: '0.1', 'debt in WETH': ['0.1', '0.100000000000000001'] },
    },
    days(10),
    {
      route: 'aave_v3/repay',
      params: { ...weth, amount: '0.04' },
      changes: { WETH: '-0.04', 'debt in WETH': ['-0.04', '-0.039999'] },
    },
    wethFor(dollar, wad),
    {
      route: 'aave_v3/repay',
      params: { ...weth, amount: 'max' },
      // The rest, and ten days at 3 %.
      changes: {
        WETH: ['-0.06009', '-0.06008'],
        'debt in WETH': ['-0.06009', '-0.06008'],
      },
      probes: [
        {
          at: 'debt in WETH',
          view: 'balanceOf(address) view returns (uint256)',
          args: [dollar],
          becomes: 0n,
        },
      ],
      left: ['WETH for Aave pool'],
    },
    {
      route: 'aave_v3/claim_rewards',
      params: { rewards_controller: 'Aave rewards', assets: ['aUSDC'], reward: 'MORPHO' },
      changes: { MORPHO: ['0.000864', '0.000866'] },
    },
    {
      route: 'aave_v3/withdraw',
      params: { ...usdc, amount: 'max' },
      // Ten days at 3 % of the 3.5 million that are borrowed of five.
      changes: { USDC: ['1000.575', '1000.576'], aUSDC: ['-1000.576', '-1000.575'] },
    },
  ],
}

const drone = 'Local ETH: drone'

const droned: EffectCase = {
  rows: [2, 5, 6],
  what: 'the drone supplies, withdraws and gives back',
  vault: 'Local ETH',
  steps: [
    named,
    {
      route: 'erc_20/transfer',
      params: { token: 'WETH', to: drone, amount: '3' },
      changes: { WETH: '-3' },
      others: { [`WETH of ${drone}`]: '3' },
    },
    {
      route: 'aave_v3/supply',
      through: 'drone',
      params: { ...weth, amount: '2' },
      changes: { WETH: '-2', aWETH: ['1.999999999999999999', '2'] },
      others: { 'WETH of Local ETH': '0' },
    },
    {
      route: 'aave_v3/withdraw',
      through: 'drone',
      params: { ...weth, amount: '4' },
      changes: { WETH: '4', aWETH: ['-4.000000000000000001', '-3.999999999999999999'] },
    },
    {
      route: 'erc_20/transfer',
      through: 'drone',
      params: { token: 'WETH', to: 'Local ETH', amount: '5' },
      changes: { WETH: '-5' },
      others: { 'WETH of Local ETH': '5' },
    },
    etherFor(drone, wad),
    {
      route: 'vault_base/withdraw_native_from_drone',
      params: { drone },
      changes: { ETH: '1' },
      others: { [`ETH of ${drone}`]: '-1' },
    },
  ],
}

const collateral = 'collateralBalanceOf(address,address) view returns (uint128)'
const owed = 'borrowBalanceOf(address) view returns (uint256)'
const comet = 'Compound USDC'

const compound: EffectCase = {
  rows: [11, 12],
  what: 'Compound v3: collateral, borrowing, paying back',
  vault: 'Local ETH',
  steps: [
    minted('USDC', 'Local ETH', 10_000n * usd),
    {
      route: 'compound_v3/supply',
      params: { comet, asset: 'WETH', amount: '10' },
      changes: { WETH: '-10' },
      probes: [{ at: comet, view: collateral, args: ['Local ETH', 'WETH'], change: 10n * wad }],
    },
    {
      route: 'compound_v3/withdraw',
      params: { comet, asset: 'USDC', amount: '1000' },
      changes: { USDC: '1000' },
      probes: [
        { at: comet, view: owed, args: ['Local ETH'], change: [1000n * usd, 1000n * usd + 1n] },
      ],
    },
    {
      route: 'compound_v3/supply',
      params: { comet, asset: 'USDC', amount: '400' },
      changes: { USDC: '-400' },
      probes: [{ at: comet, view: owed, args: ['Local ETH'], change: [-400n * usd, -399n * usd] }],
    },
    {
      route: 'compound_v3/withdraw',
      params: { comet, asset: 'WETH', amount: '4' },
      changes: { WETH: '4' },
      probes: [{ at: comet, view: collateral, args: ['Local ETH', 'WETH'], change: -4n * wad }],
    },
  ],
}

const lending: EffectCase = {
  rows: [11, 12, 13],
  what: 'Compound v3: lending and rewards',
  vault: dollar,
  steps: [
    {
      route: 'compound_v3/supply',
      params: { comet, asset: 'USDC', amount: '1000' },
      changes: { USDC: '-1000', [comet]: ['999.999999', '1000'] },
    },
    {
      route: 'compound_v3/withdraw',
      params: { comet, asset: 'USDC', amount: '500' },
      changes: { USDC: '500', [comet]: ['-500.000001', '-499.999999'] },
    },
    {
      route: 'compound_v3/claim',
      params: { comet_rewards: 'Compound rewards', comet, accrue: true },
      changes: { MORPHO: ['0.00058', '0.00059'] },
      logs: [['Compound rewards', 'RewardClaimed(address,address,address,uint256)']],
    },
  ],
}

const batch: EffectCase = {
  rows: [3, 5, 7, 11, 19],
  what: 'one batch: wrapped, supplied twice, borrowed, saved, approvals in one',
  vault: 'Local ETH',
  steps: [
    named,
    etherFor('Local ETH', 2n * wad),
    {
      route: 'native_wrapper/wrap',
      params: { wrapper: 'WETH', amount: '1.5' },
      and: [
        { route: 'aave_v3/supply', params: { ...weth, amount: '2' } },
        { route: 'aave_v3/borrow', params: { ...usdc, amount: '300' } },
        { route: 'aave_v3/supply', params: { ...weth, amount: '1' } },
        { route: 'compound_v3/supply', params: { comet, asset: 'USDC', amount: '100' } },
        { route: 'erc_4626/deposit', params: { vault: 'Savings WETH', amount: '0.5' } },
      ],
      // Three approvals: what both supplies pull is approved at once.
      calls: 9,
      changes: {
        ETH: '-1.5',
        WETH: '-2',
        USDC: '200',
        aWETH: ['2.999999999999999999', '3'],
        'debt in USDC': ['300', '300.000001'],
        [comet]: ['99.999999', '100'],
        'Savings WETH': '0.497098601164536322',
      },
    },
  ],
}

/** Aave v3, with the drone, and Compound v3. */
export const lendingCases: readonly EffectCase[] = [aave, droned, compound, lending, batch]
