import type { Hex } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'
import {
  bothPaidIn,
  paidIn,
  pair,
  positionActionsOf,
  positionManager,
  ticks,
  venueOf,
} from './uniswap-v3/position-action.ts'
import { deadline, exactInput, soldToRouter, swapped } from './uniswap-v3/swap-action.ts'

/**
 * Camelot v3: swaps along paths of tokens alone, and positions.
 *
 * Source: Algebra v1.9 periphery; what the decoder packs was observed.
 */
export const camelot = {
  decoder: 'Camelot',
  inherits: [],
  reads: {
    ownerOf: {
      contract: 'the position manager',
      function: 'ownerOf(uint256)',
      returns: '(address owner)',
    },
    positions: {
      contract: 'the position manager',
      function: 'positions(uint256)',
      returns: '(uint96 nonce, address operator, address token0, address token1)',
    },
  },
  functions: [
    { signature: 'burn(uint256 tokenId)', packs: '' },
    {
      signature:
        'collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
      packs: 'params.recipient, ownerOf(params.tokenId)',
    },
    {
      signature:
        'decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs: 'ownerOf(params.tokenId)',
    },
    {
      signature:
        'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
      packs: "path(params.path, 'address token')[].token, params.recipient",
      checks: ['length(params.path) % 20 == 0'],
    },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1, ownerOf(params.tokenId)',
    },
    {
      signature:
        'mint((address token0, address token1, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
      packs: 'params.token0, params.token1, params.recipient',
    },
  ],
} as const satisfies DecoderRules

const rules = [camelot] as const
const router = {
  kind: 'account',
  role: 'router',
  describe: 'SwapRouter of Camelot v3',
} as const satisfies AccountParameter

const swap = defineAction({
  route: 'camelot/swap',
  name: 'Swap',
  description: 'Swaps one token for another in the one pool of the pair.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: { router, ...swapped, deadline },
  signature: exactInput,
  rules,
  target: 'router',
  arguments: ({ token_in, token_out, self, deadline, amount, minimum }) => [
    [`${token_in}${token_out.slice(2)}` as Hex, self, deadline, amount, minimum],
  ],
  approvals: soldToRouter,
})

const swapThrough = defineAction({
  route: 'camelot/swap_through',
  name: 'Swap through other tokens',
  description: 'Swaps one token for another along several pools.',
  sentence: 'Swap {amount} for {token_out} by way of {via} through {router}',
  parameters: {
    router,
    ...swapped,
    via: { kind: 'tokens', describe: 'Tokens in between, in the order of the path' },
    deadline,
  },
  signature: exactInput,
  rules,
  target: 'router',
  arguments: ({ token_in, via, token_out, self, deadline, amount, minimum }) => [
    [joinedPath([token_in, ...via, token_out]), self, deadline, amount, minimum],
  ],
  approvals: soldToRouter,
  sizes: [1, 2, 3],
})

/** A path of tokens alone. */
function joinedPath(tokens: readonly string[]): Hex {
  return `0x${tokens.map((token) => token.slice(2)).join('')}`
}

const mint = defineAction({
  route: 'camelot/mint',
  name: 'Open a position',
  description: 'Puts two tokens into a new position between two prices.',
  sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
  parameters: { position_manager: positionManager, ...pair, ...ticks, ...paidIn, deadline },
  signature:
    'mint((address token0, address token1, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
  rules,
  target: 'position_manager',
  arguments: (values) => [
    [
      values.token0,
      values.token1,
      values.tick_lower,
      values.tick_upper,
      values.amount0,
      values.amount1,
      values.minimum0,
      values.minimum1,
      values.self,
      values.deadline,
    ],
  ],
  approvals: bothPaidIn,
})

/** The answer of its position manager: pools have no fee tier. */
const position =
  '(uint96 nonce, address operator, address token0, address token1, int24 tickLower, int24 tickUpper, uint128 liquidity)'

/** The actions of a strategist with Camelot. */
const camelotActions = [
  swap,
  swapThrough,
  mint,
  ...positionActionsOf(venueOf({ name: 'camelot', rules }, position)),
] as const

/** Camelot. */
export const protocol = {
  name: 'camelot',
  title: 'Camelot',
  appUrl: 'https://app.camelot.exchange',
  decoders: [camelot],
  actions: camelotActions,
  unquoted: {
    liquidity: ['mint', 'increase_liquidity', 'decrease_liquidity'],
  },
} as const satisfies Protocol
