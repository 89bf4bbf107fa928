import type { Hex } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
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
} from '../uniswap-v3/position-action.ts'
import { deadline, exactInput, soldToRouter, swapped } from '../uniswap-v3/swap-action.ts'
import { algebraV4 } from './function.ts'

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

/** What its position manager answers: a deployer in place of a fee tier. */
const position =
  '(uint88 nonce, address operator, address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint128 liquidity)'

/** What a strategist can do with exchanges built on Algebra. */
const algebraActions = [
  swap,
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
} as const satisfies Protocol
