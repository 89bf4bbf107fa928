import type { ChainStep, EffectCase } from './case.ts'
import { days, etherFor, minted, owner, usd, wad } from './chain-step.ts'

const eth = 'Local ETH'
const dollar = 'Local USD'
const allowance = 'allowance(address,address) view returns (uint256)'

const savingsOfUsdt: ChainStep = (effectChain) =>
  effectChain.place('Savings USDT', 'Vault4626', [
    effectChain.of('owner'),
    effectChain.of('USDT'),
    'Savings USDT',
    'sUSDT',
  ])

const approvals: EffectCase = {
  rows: [1, 2, 19],
  what: 'tokens: approvals, a token that answers nothing and wants its allowance reset',
  vault: eth,
  steps: [
    {
      route: 'erc_20/approve',
      params: { token: 'WETH', spender: 'Aave pool', amount: 'max' },
      changes: {},
      probes: [{ at: 'WETH', view: allowance, args: [eth, 'Aave pool'], becomes: 2n ** 256n - 1n }],
      left: ['WETH for Aave pool'],
    },
    {
      route: 'erc_20/approve',
      params: { token: 'WETH', spender: 'Aave pool', amount: '0' },
      changes: {},
      probes: [{ at: 'WETH', view: allowance, args: [eth, 'Aave pool'], becomes: 0n }],
    },
    {
      route: 'erc_20/transfer',
      params: { token: 'USDT', to: 'owner', amount: '12.5' },
      changes: { USDT: '-12.5' },
      others: { 'USDT of owner': '12.5' },
    },
    savingsOfUsdt,
    {
      route: 'erc_20/approve',
      params: { token: 'USDT', spender: 'Savings USDT', amount: '5' },
      changes: {},
      left: ['USDT for Savings USDT'],
    },
    {
      route: 'erc_4626/deposit',
      params: { vault: 'Savings USDT', amount: '1000' },
      // The allowance is zeroed, set, and used.
      calls: 3,
      changes: { USDT: '-1000', 'Savings USDT': '1000' },
    },
  ],
}

const wrapping: EffectCase = {
  rows: [3, 4],
  what: 'the coin: wrapping and unwrapping',
  vault: eth,
  steps: [
    etherFor(eth, 5n * wad),
    {
      route: 'native_wrapper/wrap',
      params: { wrapper: 'WETH', amount: '1.25' },
      changes: { ETH: '-1.25', WETH: '1.25' },
    },
    {
      route: 'native_wrapper/unwrap',
      params: { wrapper: 'WETH', amount: '2' },
      changes: { ETH: '2', WETH: '-2' },
    },
  ],
}

const vault = 'Savings WETH'

const savings: EffectCase = {
  rows: [19, 20],
  what: 'ERC-4626: deposit, mint, withdraw, redeem',
  vault: eth,
  steps: [
    {
      route: 'erc_4626/deposit',
      params: { vault, amount: '10' },
      changes: { WETH: '-10', [vault]: '9.941972023290726459' },
    },
    {
      route: 'erc_4626/mint',
      params: { vault, shares: '4', max_assets: '4.03' },
      changes: { WETH: ['-4.0234', '-4.0233'], [vault]: '4' },
      left: ['WETH for Savings WETH'],
    },
    {
      route: 'erc_4626/withdraw',
      params: { vault, amount: '6' },
      changes: { WETH: '6', [vault]: ['-5.9652', '-5.9651'] },
    },
    {
      route: 'erc_4626/redeem',
      params: { vault, shares: '8' },
      changes: { WETH: ['8.0466', '8.0467'], [vault]: '-8' },
    },
  ],
}

const staked = 'Staked DAI'

const cooldown: EffectCase = {
  rows: [19, 38],
  what: 'Ethena: a stake that cools down before it is paid out',
  vault: dollar,
  steps: [
    minted('DAI', dollar, 1000n * wad),
    {
      route: 'erc_4626/deposit',
      params: { vault: staked, amount: '1000' },
      changes: { DAI: '-1000', [staked]: '1000' },
    },
    {
      route: 'ethena/cooldown_assets',
      params: { staked_usde: staked, amount: '300' },
      changes: { [staked]: '-300' },
    },
    {
      route: 'ethena/cooldown_shares',
      params: { staked_usde: staked, shares: '200' },
      changes: { [staked]: '-200' },
    },
    days(8),
    {
      route: 'ethena/unstake',
      params: { staked_usde: staked },
      changes: { DAI: '500' },
    },
  ],
}

const allowed =
  'allowance(address,address,address) view returns (uint160 amount, uint48 expiration, uint48 nonce)'

const permit: EffectCase = {
  rows: [31],
  what: 'Permit2: approve and lockdown',
  vault: dollar,
  steps: [
    {
      route: 'permit2/approve',
      params: {
        permit2: 'Permit2',
        token: 'USDC',
        spender: 'Swap executor',
        amount: '750',
        expiration: '3600',
      },
      changes: {},
      probes: [
        {
          at: 'Permit2',
          view: allowed,
          args: [dollar, 'USDC', 'Swap executor'],
          field: 0,
          becomes: 750n * usd,
        },
      ],
      logs: [['Permit2', 'Approval(address,address,address,uint160,uint48)']],
      left: ['USDC for Permit2', 'USDC for Swap executor'],
    },
    {
      route: 'permit2/lockdown',
      params: { permit2: 'Permit2', token: 'USDC', spender: 'Swap executor' },
      changes: {},
      probes: [
        {
          at: 'Permit2',
          view: allowed,
          args: [dollar, 'USDC', 'Swap executor'],
          field: 0,
          becomes: 0n,
        },
      ],
    },
  ],
}

const loan: EffectCase = {
  rows: [59],
  what: "Balancer v2: a flash loan whose actions the Manager's own root permits",
  vault: eth,
  steps: [
    owner('Balancer vault', 'setFlashLoanFeePercentage(uint256)', [0n]),
    {
      route: 'balancer_v2/flash_loan',
      params: { token: 'WETH', amount: '300' },
      inner: [
        { route: 'erc_4626/deposit', params: { vault, amount: '280' } },
        { route: 'erc_4626/redeem', params: { vault, shares: '290' } },
      ],
      changes: { WETH: '11.692633333333333333', [vault]: '-11.624783347859659123' },
      others: { 'WETH of Balancer vault': '0' },
      logs: [
        ['Balancer vault', 'FlashLoan(address,address,uint256,uint256)'],
        [vault, 'Deposit(address,address,uint256,uint256)'],
      ],
    },
  ],
}

/** Tokens, wrapping, vaults, approvals through Permit2, loans. */
export const tokenCases: readonly EffectCase[] = [
  approvals,
  wrapping,
  savings,
  cooldown,
  permit,
  loan,
]
