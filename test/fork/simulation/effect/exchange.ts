import type { ActionInput, ChainStep, EffectCase } from './case.ts'
import { minted, owner, usd, wad } from './chain-step.ts'
import type { EffectChain } from './effect-chain.ts'

const eth = 'Local ETH'
const dollar = 'Local USD'

/** A pool of DAI beside that of WETH. */
const poolOfDai: readonly ChainStep[] = [
  owner('Uniswap factory', 'createPool(address,address,uint24)', ['USDC', 'DAI', 100]),
  async (effectChain) => {
    const view = 'getPool(address,address,uint24) view returns (address)'
    const pool = await effectChain.ask([
      'Uniswap factory',
      view,
      [effectChain.of('USDC'), effectChain.of('DAI'), 100],
    ])
    await effectChain.act([pool as string, 'initialize(uint160)', [10n ** 6n * 2n ** 96n]])
  },
  owner('DAI', 'approve(address,uint256)', ['Uniswap positions', 2n ** 256n - 1n]),
  (effectChain) =>
    effectChain.act([
      'Uniswap positions',
      'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))',
      [
        [
          effectChain.of('USDC'),
          effectChain.of('DAI'),
          100,
          -887_272,
          887_272,
          100_000n * usd,
          100_000n * wad,
          0n,
          0n,
          effectChain.of('owner'),
          2n ** 40n,
        ],
      ],
    ]),
]

const sold = { token_in: 'WETH', token_out: 'USDC', amount: '1', minimum: '1800', fee: '500' }
const through = {
  token_in: 'WETH',
  token_out: 'DAI',
  via: ['USDC'],
  fee: '500',
  next_fees: ['100'],
  amount: '1',
  minimum: '1800',
}

const swaps: EffectCase = {
  rows: [21],
  what: 'Uniswap v3: swaps through both routers, along one pool and two',
  vault: eth,
  steps: [
    ...poolOfDai,
    {
      route: 'uniswap_v3/swap',
      params: { router: 'Uniswap router', ...sold },
      changes: { WETH: '-1', USDC: ['1957', '1958'] },
    },
    {
      route: 'uniswap_v3/swap_02',
      params: { router: 'Uniswap router 02', ...sold },
      changes: { WETH: '-1', USDC: ['1953', '1954'] },
    },
    {
      route: 'uniswap_v3/swap_through',
      params: { router: 'Uniswap router', ...through },
      changes: { WETH: '-1', DAI: ['1912', '1913'] },
    },
    {
      route: 'uniswap_v3/swap_through_02',
      params: { router: 'Uniswap router 02', ...through },
      changes: { WETH: '-1', DAI: ['1837', '1838'] },
    },
  ],
}

const positions = 'Uniswap positions'
const state =
  'positions(uint256) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity)'
const pair = { position_manager: positions, token0: 'USDC', token1: 'WETH' }
const id = '5'
const liquidity = { at: positions, view: state, args: [5n], field: 7 }
const liquidityNow: ActionInput = async (effectChain: EffectChain) =>
  String(((await effectChain.ask([positions, state, [5n]])) as readonly unknown[])[7])

const position: EffectCase = {
  rows: [22, 23, 24],
  what: 'Uniswap v3: a position is opened, added to, emptied and burnt',
  vault: eth,
  steps: [
    minted('USDC', eth, 10_000n * usd),
    {
      route: 'uniswap_v3/mint',
      params: {
        ...pair,
        fee: '500',
        tick_lower: '-887270',
        tick_upper: '887270',
        amount0: '1000',
        amount1: '1',
        minimum0: '900',
        minimum1: '0.4',
      },
      changes: { USDC: ['-1000', '-999.999999'], WETH: ['-0.5101', '-0.51'], [positions]: '1' },
      left: ['WETH for Uniswap positions'],
    },
    {
      route: 'uniswap_v3/increase_liquidity',
      params: {
        ...pair,
        token_id: id,
        amount0: '500',
        amount1: '1',
        minimum0: '450',
        minimum1: '0.2',
      },
      changes: { USDC: ['-500', '-499.999999'], WETH: ['-0.2551', '-0.255'] },
      left: ['WETH for Uniswap positions'],
    },
    {
      route: 'uniswap_v3/decrease_liquidity',
      params: {
        // The position says how much liquidity it has, and of which tokens.
        position_manager: positions,
        token_id: id,
        share_bps: '5000',
        minimum0: '740',
        minimum1: '0.36',
      },
      changes: {},
      probes: [{ ...liquidity, change: [-(10n ** 18n), -1n] }],
      logs: [[positions, 'DecreaseLiquidity(uint256,uint128,uint256,uint256)']],
    },
    {
      route: 'uniswap_v3/collect',
      params: { position_manager: positions, token_id: id },
      changes: { USDC: ['749.999998', '750'], WETH: ['0.3825', '0.3826'] },
    },
    {
      route: 'uniswap_v3/decrease_liquidity',
      params: {
        ...pair,
        token_id: id,
        liquidity: liquidityNow,
        minimum0: '740',
        minimum1: '0.36',
      },
      changes: {},
      probes: [{ ...liquidity, becomes: 0n }],
    },
    {
      route: 'uniswap_v3/collect',
      params: { position_manager: positions, token_id: id },
      changes: { USDC: ['749.999998', '750'], WETH: ['0.3825', '0.3826'] },
    },
    {
      route: 'uniswap_v3/burn',
      params: { position_manager: positions, token_id: id },
      changes: { [positions]: '-1' },
    },
  ],
}

const pool = 'Curve USDC/DAI'
const gauge = 'Curve gauge'

const curve: EffectCase = {
  rows: [25, 26, 27],
  what: 'Curve: exchange, liquidity, gauge',
  vault: dollar,
  steps: [
    {
      route: 'curve/exchange',
      params: { pool, token_in: 'USDC', token_out: 'DAI', amount: '1000', minimum: '999' },
      // The pool keeps 4 basis points.
      changes: { USDC: '-1000', DAI: '999.6' },
    },
    {
      // The pool says what it would give.
      route: 'curve/exchange',
      params: { pool, token_in: 'DAI', token_out: 'USDC', amount: '50', slippage_bps: '20' },
      changes: { DAI: '-50', USDC: '49.98' },
    },
    {
      route: 'curve/add_liquidity',
      params: { pool, amounts: ['500', '850'], minimum: '1345' },
      changes: { USDC: '-500', DAI: '-850', [pool]: ['1345.1', '1345.2'] },
    },
    {
      route: 'curve/stake',
      params: { gauge, amount: '1000' },
      changes: { [pool]: '-1000', [gauge]: '1000' },
    },
    owner(gauge, 'deposit_reward_token(address,uint256)', ['CRV', 1000n * wad]),
    {
      route: 'curve/claim_rewards',
      params: { gauge },
      // 10,000 were staked before, of 110,000: 11 of 111 parts.
      changes: { CRV: ['99.099', '99.0991'] },
    },
    {
      route: 'curve/unstake',
      params: { gauge, amount: '600' },
      changes: { [pool]: '600', [gauge]: '-600' },
    },
    {
      route: 'curve/remove_liquidity',
      params: { pool, amount: '600', minimums: ['200', '200'] },
      changes: { [pool]: '-600', USDC: ['302.3', '302.4'], DAI: ['299.8', '299.9'] },
    },
  ],
}

/** Exchanges. */
export const exchangeCases: readonly EffectCase[] = [swaps, position, curve]
