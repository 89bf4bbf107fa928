import { defineAction } from '../action/action.ts'
import type { AccountParameter, FlagParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { uniswapV3OneVault } from '../uniswap-v3/function.ts'
import {
  bothPaidIn,
  paidIn,
  pair,
  positionActionsOf,
  positionManager,
  ticks,
  tokenId,
  venueOf,
} from '../uniswap-v3/position-action.ts'
import { deadline } from '../uniswap-v3/swap-action.ts'
import { velodrome } from './function.ts'

const rules = [velodrome] as const
const gauge = {
  kind: 'account',
  role: 'gauge',
  describe: 'Gauge of a pool with positions',
} as const satisfies AccountParameter

const stake = defineAction({
  route: 'velodrome/stake',
  name: 'Stake a position',
  description: 'Gives a position to a gauge, where it earns emissions.',
  sentence: 'Stake position {token_id} in {gauge}',
  parameters: {
    gauge,
    position_manager: {
      ...positionManager,
      kind: 'token',
      fact: { of: 'gauge', call: 'nft()', returns: '(address)' },
    },
    token_id: tokenId,
  },
  signature: 'deposit(uint256 tokenIdOrAmount)',
  rules,
  target: 'gauge',
  arguments: ({ token_id }) => [token_id],
  approvals: [{ token: 'position_manager', spender: 'gauge', amount: 'token_id' }],
})

const unstake = defineAction({
  route: 'velodrome/unstake',
  name: 'Unstake a position',
  description: 'Takes a position back out of a gauge, with what it has earned.',
  sentence: 'Unstake position {token_id} from {gauge}',
  parameters: { gauge, token_id: tokenId },
  signature: 'withdraw(uint256 tokenIdOrAmount)',
  rules,
  target: 'gauge',
  arguments: ({ token_id }) => [token_id],
})

const claim = defineAction({
  route: 'velodrome/claim',
  name: 'Claim emissions of a position',
  description: 'Claims what one staked position has earned.',
  sentence: 'Claim emissions of position {token_id} in {gauge}',
  parameters: { gauge, token_id: tokenId },
  signature: 'getReward(uint256 tokenId)',
  rules,
  target: 'gauge',
  arguments: ({ token_id }) => [token_id],
})

const claimAll = defineAction({
  route: 'velodrome/claim_all',
  name: 'Claim emissions',
  description: 'Claims what the vault has earned in a gauge of a pool without positions.',
  sentence: 'Claim emissions of {gauge}',
  // Gauges of positions have the function too, and refuse every caller but the voter.
  parameters: { gauge: { ...gauge, describe: 'Gauge of a pool without positions' } },
  signature: 'getReward(address account)',
  rules,
  target: 'gauge',
  arguments: ({ self }) => [self],
})

/** Gauges, where liquidity earns emissions. */
const gaugeActions = [stake, unstake, claim, claimAll] as const

const router = {
  kind: 'account',
  role: 'router',
  describe: 'Router of pools without positions',
} as const satisfies AccountParameter
const stable = {
  kind: 'flag',
  describe:
    'Whether the pool is one for tokens of like worth: a pair may have one of each kind, and adding makes what is missing',
} as const satisfies FlagParameter
const tokens = {
  token_a: { kind: 'token', describe: 'One token of the pool' },
  token_b: { kind: 'token', describe: 'The other token of the pool' },
} as const
const minimums = {
  minimum_a: { kind: 'minimum', unit: 'token_a', describe: 'Minimum of the one token' },
  minimum_b: { kind: 'minimum', unit: 'token_b', describe: 'Minimum of the other token' },
} as const

const addLiquidity = defineAction({
  route: 'velodrome/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts two tokens into a pool without positions.',
  sentence: 'Add {amount_a} and {amount_b} to the pool of both (stable: {stable})',
  parameters: {
    router,
    ...tokens,
    stable,
    amount_a: { kind: 'amount', unit: 'token_a', describe: 'The most of the one token' },
    amount_b: { kind: 'amount', unit: 'token_b', describe: 'The most of the other token' },
    ...minimums,
    deadline,
  },
  signature:
    'addLiquidity(address tokenA, address tokenB, bool stable, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  rules,
  target: 'router',
  arguments: (values) => [
    values.token_a,
    values.token_b,
    values.stable,
    values.amount_a,
    values.amount_b,
    values.minimum_a,
    values.minimum_b,
    values.self,
    values.deadline,
  ],
  approvals: [
    { token: 'token_a', spender: 'router', amount: 'amount_a' },
    { token: 'token_b', spender: 'router', amount: 'amount_b' },
  ],
})

const removeLiquidity = defineAction({
  route: 'velodrome/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes both tokens out of a pool without positions.',
  sentence: 'Remove {amount} from the pool of {token_a} and {token_b} (stable: {stable})',
  parameters: {
    router,
    ...tokens,
    stable,
    pool: { kind: 'token', role: 'pool', describe: 'Token of the liquidity: the pool itself' },
    amount: { kind: 'amount', unit: 'pool', all: 'balance', describe: 'Liquidity to give back' },
    ...minimums,
    deadline,
  },
  signature:
    'removeLiquidity(address tokenA, address tokenB, bool stable, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  rules,
  target: 'router',
  arguments: (values) => [
    values.token_a,
    values.token_b,
    values.stable,
    values.amount,
    values.minimum_a,
    values.minimum_b,
    values.self,
    values.deadline,
  ],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

/** Pools whose liquidity is a token. */
const poolActions = [addLiquidity, removeLiquidity] as const

const mint = defineAction({
  route: 'velodrome/mint',
  name: 'Open a position',
  description: 'Puts two tokens into a new position between two prices, in a pool that exists.',
  sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
  parameters: {
    position_manager: positionManager,
    ...pair,
    tick_spacing: {
      kind: 'integer',
      min: 1n,
      max: 16_383n,
      describe: 'Tick spacing of the pool: it distinguishes the pools of a pair',
    },
    ...ticks,
    ...paidIn,
    deadline,
  },
  signature:
    'mint((address token0, address token1, int24 tickSpacing, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline, uint160 sqrtPriceX96) params)',
  rules: [velodrome],
  target: 'position_manager',
  arguments: (values) => [
    [
      values.token0,
      values.token1,
      values.tick_spacing,
      values.tick_lower,
      values.tick_upper,
      values.amount0,
      values.amount1,
      values.minimum0,
      values.minimum1,
      values.self,
      values.deadline,
      0n,
    ],
  ],
  approvals: bothPaidIn,
})

/** The actions of a strategist with Velodrome and Aerodrome. */
const velodromeActions = [
  mint,
  ...positionActionsOf(venueOf({ name: 'velodrome', rules: [velodrome, uniswapV3OneVault] })),
  ...gaugeActions,
  ...poolActions,
] as const

/** Velodrome and Aerodrome. */
export const protocol = {
  name: 'velodrome',
  title: 'Velodrome and Aerodrome',
  appUrl: 'https://velodrome.finance',
  decoders: [velodrome],
  actions: velodromeActions,
  unquoted: {
    liquidity: [
      'mint',
      'increase_liquidity',
      'decrease_liquidity',
      'add_liquidity',
      'remove_liquidity',
    ],
  },
} as const satisfies Protocol
