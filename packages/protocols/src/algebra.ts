import type { Hex } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'
import {
  bothPaidIn,
  increaseSignature,
  paidIn,
  pair,
  positionManager,
  positionReadsOf,
  ticks,
  tokenId,
  venueOf,
  withdrawalsOf,
} from './uniswap-v3/position-action.ts'
import { deadline, exactInput, soldToRouter, swapped } from './uniswap-v3/swap-action.ts'

/**
 * Algebra Integral v4: swaps along paths that name each pool's deployer, and positions.
 *
 * Source: Algebra Integral SwapRouter, NonfungiblePositionManager; what the decoder packs was observed.
 */
export const algebraV4 = {
  decoder: 'AlgebraV4',
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
      returns: '(uint88 nonce, address operator, address token0, address token1, address deployer)',
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
      packs: "path(params.path, 'address step')[].step, params.recipient",
      checks: [
        'length(params.path) >= 60 && length(params.path) % 40 == 20 else AlgebraDecoderAndSanitizer__BadPathFormat',
      ],
    },
    {
      signature:
        'increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
      packs:
        'positions(params.tokenId).operator, positions(params.tokenId).token0, positions(params.tokenId).token1, positions(params.tokenId).deployer, ownerOf(params.tokenId)',
    },
    {
      signature:
        'mint((address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
      packs: 'params.token0, params.token1, params.deployer, params.recipient',
    },
  ],
} as const satisfies DecoderRules

const rules = [algebraV4] as const
const router = {
  kind: 'account',
  role: 'router',
  describe: 'SwapRouter of an exchange built on Algebra',
} as const satisfies AccountParameter
const deployer = {
  kind: 'account',
  role: 'deployer',
  describe: 'Deployer of the pool; the zero address for the usual one',
} as const satisfies AccountParameter

const swap = defineAction({
  route: 'algebra/swap',
  name: 'Swap',
  description: 'Swaps one token for another in one pool.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: { router, ...swapped, deployer, deadline },
  signature: exactInput,
  rules,
  target: 'router',
  arguments: ({ token_in, deployer, token_out, self, deadline, amount, minimum }) => [
    [
      `${token_in}${deployer.slice(2)}${token_out.slice(2)}` as Hex,
      self,
      deadline,
      amount,
      minimum,
    ],
  ],
  approvals: soldToRouter,
})

const swapThrough = defineAction({
  route: 'algebra/swap_through',
  name: 'Swap through other tokens',
  description: 'Swaps one token for another along several pools.',
  sentence: 'Swap {amount} for {token_out} by way of {via} through {router}',
  parameters: {
    router,
    ...swapped,
    deployer: { ...deployer, describe: 'Deployer of the first pool; the zero address is usual' },
    via: { kind: 'tokens', describe: 'Tokens in between, in the order of the path' },
    next_deployers: {
      kind: 'tokens',
      describe: 'Deployer of the pool that leads on from each token in between',
    },
    deadline,
  },
  signature: exactInput,
  rules,
  target: 'router',
  arguments: (values) => {
    const { token_in, deployer, via, next_deployers, token_out, self, deadline } = values
    const middle = via.flatMap((token, index) => [token, next_deployers[index] ?? deployer])
    const steps = [token_in, deployer, ...middle, token_out].map((step) => step.slice(2))
    return [[`0x${steps.join('')}`, self, deadline, values.amount, values.minimum]]
  },
  approvals: soldToRouter,
  sizes: [1, 2, 3],
})

const mint = defineAction({
  route: 'algebra/mint',
  name: 'Open a position',
  description: 'Puts two tokens into a new position between two prices.',
  sentence: 'Open a position of {amount0} and {amount1} from tick {tick_lower} to {tick_upper}',
  parameters: {
    position_manager: positionManager,
    ...pair,
    deployer,
    ...ticks,
    ...paidIn,
    deadline,
  },
  signature:
    'mint((address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
  rules,
  target: 'position_manager',
  arguments: (values) => [
    [
      values.token0,
      values.token1,
      values.deployer,
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

const increase = defineAction({
  route: 'algebra/increase_liquidity',
  name: 'Increase liquidity',
  description: 'Adds tokens to a position that the vault has.',
  sentence: 'Add {amount0} and {amount1} to position {token_id}',
  parameters: {
    position_manager: positionManager,
    ...pair,
    deployer,
    token_id: tokenId,
    ...paidIn,
    deadline,
  },
  signature: increaseSignature,
  rules,
  target: 'position_manager',
  arguments: ({ token_id, amount0, amount1, minimum0, minimum1, deadline }) => [
    [token_id, amount0, amount1, minimum0, minimum1, deadline],
  ],
  reads: (values) => ({
    ...positionReadsOf(values),
    [`positions(${values.token_id}).deployer`]: values.deployer,
  }),
  approvals: bothPaidIn,
})

/** The answer of its position manager: a deployer in place of a fee tier. */
const position =
  '(uint88 nonce, address operator, address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint128 liquidity)'

/** The actions of a strategist with exchanges built on Algebra. */
const algebraActions = [
  swap,
  swapThrough,
  mint,
  increase,
  ...withdrawalsOf(venueOf({ name: 'algebra', rules }, position)),
] as const

/** Algebra. */
export const protocol = {
  name: 'algebra',
  title: 'Algebra',
  appUrl: null,
  decoders: [algebraV4],
  actions: algebraActions,
  unquoted: {
    liquidity: ['mint', 'increase_liquidity', 'decrease_liquidity'],
  },
} as const satisfies Protocol
