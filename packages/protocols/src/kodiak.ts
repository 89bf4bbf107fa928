import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The router of Kodiak islands.
 *
 * Source: Kodiak IIslandRouter.
 */
export const kodiakIsland = {
  decoder: 'KodiakIsland',
  functions: [
    {
      signature:
        'addLiquidity(address island, uint256 amount0Max, uint256 amount1Max, uint256 amount0Min, uint256 amount1Min, uint256 amountSharesMin, address receiver)',
      packs: 'island, receiver',
    },
    {
      signature:
        'addLiquidityNative(address island, uint256 amount0Max, uint256 amount1Max, uint256 amount0Min, uint256 amount1Min, uint256 amountSharesMin, address receiver)',
      packs: 'island, receiver',
    },
    {
      signature:
        'removeLiquidity(address island, uint256 burnAmount, uint256 amount0Min, uint256 amount1Min, address receiver)',
      packs: 'island, receiver',
    },
    {
      signature:
        'removeLiquidityNative(address island, uint256 burnAmount, uint256 amount0Min, uint256 amount1Min, address receiver)',
      packs: 'island, receiver',
    },
  ],
} as const satisfies DecoderRules

const router = { kind: 'account', describe: 'Router of the islands' } as const

const island = { kind: 'token', describe: 'Island: a pool whose shares are a token' } as const

const token0 = {
  kind: 'token',
  fact: { of: 'island', call: 'token0()', returns: '(address)' },
  describe: 'First token of the island',
} as const

const token1 = {
  kind: 'token',
  fact: { of: 'island', call: 'token1()', returns: '(address)' },
  describe: 'Second token of the island',
} as const

const amount0 = {
  kind: 'amount',
  unit: 'token0',
  describe: 'The most of the first token to add',
} as const

const amount1 = {
  kind: 'amount',
  unit: 'token1',
  describe: 'The most of the second token to add',
} as const

const minimum0 = {
  kind: 'minimum',
  unit: 'token0',
  describe: 'Minimum of the first token to add',
} as const

const minimum1 = {
  kind: 'minimum',
  unit: 'token1',
  describe: 'Minimum of the second token to add',
} as const

const minimumShares = {
  kind: 'minimum',
  unit: 'island',
  describe: 'Minimum shares to receive',
} as const

const shares = {
  kind: 'amount',
  unit: 'island',
  all: 'balance',
  describe: 'Shares to give back',
} as const

const minimum0Parameter = {
  kind: 'minimum',
  unit: 'token0',
  describe: 'Minimum of the first token to receive',
} as const

const minimum1Parameter = {
  kind: 'minimum',
  unit: 'token1',
  describe: 'Minimum of the second token to receive',
} as const

const addLiquidity = defineAction({
  route: 'kodiak/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts two tokens into an island.',
  sentence: 'Add {amount0} and {amount1} to {island}',
  parameters: {
    router,
    island,
    token0,
    token1,
    amount0,
    amount1,
    minimum0,
    minimum1,
    minimum_shares: minimumShares,
  },
  signature:
    'addLiquidity(address island, uint256 amount0Max, uint256 amount1Max, uint256 amount0Min, uint256 amount1Min, uint256 amountSharesMin, address receiver)',
  rules: [kodiakIsland],
  target: 'router',
  arguments: ({ island, amount0, amount1, minimum0, minimum1, minimum_shares, self }) => [
    island,
    amount0,
    amount1,
    minimum0,
    minimum1,
    minimum_shares,
    self,
  ],
  approvals: [
    { token: 'token0', spender: 'router', amount: 'amount0' },
    { token: 'token1', spender: 'router', amount: 'amount1' },
  ],
})

const addLiquidityNative = defineAction({
  route: 'kodiak/add_liquidity_native',
  name: 'Add liquidity with native coin',
  description:
    'Puts a token and native coin into an island; the amount of its wrapped coin is not pulled.',
  sentence: 'Add {amount0}, {amount1} and {value} to {island}',
  parameters: {
    router,
    island,
    token0,
    token1,
    amount0,
    amount1,
    minimum0,
    minimum1,
    minimum_shares: minimumShares,
    value: {
      kind: 'amount',
      unit: 'native',
      describe: 'Native coin that goes in, as much as the amount of the wrapped coin',
    },
  },
  signature:
    'addLiquidityNative(address island, uint256 amount0Max, uint256 amount1Max, uint256 amount0Min, uint256 amount1Min, uint256 amountSharesMin, address receiver)',
  rules: [kodiakIsland],
  target: 'router',
  arguments: ({ island, amount0, amount1, minimum0, minimum1, minimum_shares, self }) => [
    island,
    amount0,
    amount1,
    minimum0,
    minimum1,
    minimum_shares,
    self,
  ],
  sends: 'always',
  value: ({ value }) => value,
  approvals: [
    { token: 'token0', spender: 'router', amount: 'amount0' },
    { token: 'token1', spender: 'router', amount: 'amount1' },
  ],
})

const removeLiquidity = defineAction({
  route: 'kodiak/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes both tokens out of an island.',
  sentence: 'Remove {shares} from {island}',
  parameters: {
    router,
    island,
    token0,
    token1,
    shares,
    minimum0: minimum0Parameter,
    minimum1: minimum1Parameter,
  },
  signature:
    'removeLiquidity(address island, uint256 burnAmount, uint256 amount0Min, uint256 amount1Min, address receiver)',
  rules: [kodiakIsland],
  target: 'router',
  arguments: ({ island, shares, minimum0, minimum1, self }) => [
    island,
    shares,
    minimum0,
    minimum1,
    self,
  ],
  approvals: [{ token: 'island', spender: 'router', amount: 'shares' }],
})

const removeLiquidityNative = defineAction({
  route: 'kodiak/remove_liquidity_native',
  name: 'Remove liquidity as native coin',
  description: 'Takes both tokens out of an island, its wrapped coin as native coin.',
  sentence: 'Remove {shares} from {island} with native coin',
  parameters: {
    router,
    island,
    token0,
    token1,
    shares,
    minimum0: minimum0Parameter,
    minimum1: minimum1Parameter,
  },
  signature:
    'removeLiquidityNative(address island, uint256 burnAmount, uint256 amount0Min, uint256 amount1Min, address receiver)',
  rules: [kodiakIsland],
  target: 'router',
  arguments: ({ island, shares, minimum0, minimum1, self }) => [
    island,
    shares,
    minimum0,
    minimum1,
    self,
  ],
  approvals: [{ token: 'island', spender: 'router', amount: 'shares' }],
})

/** The actions of a strategist with Kodiak. */
const kodiakActions = [
  addLiquidity,
  addLiquidityNative,
  removeLiquidity,
  removeLiquidityNative,
] as const

/** Kodiak. */
export const protocol = {
  name: 'kodiak',
  title: 'Kodiak',
  appUrl: null,
  decoders: [kodiakIsland],
  actions: kodiakActions,
  unquoted: {
    liquidity: [
      'add_liquidity',
      'add_liquidity_native',
      'remove_liquidity',
      'remove_liquidity_native',
    ],
  },
} as const satisfies Protocol
