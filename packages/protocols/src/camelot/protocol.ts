import type { Hex } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type { AccountParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import {
  bothPaidIn,
  paidIn,
  pair,
  positionActionsOf,
  positionManager,
  ticks,
  venueOf,
} from '../uniswap-v3/position-action.ts'
import { deadline, exactInput, soldToRouter, swapped } from '../uniswap-v3/swap-action.ts'
import { camelot } from './function.ts'

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

/** What its position manager answers: pools have no fee tier. */
const position =
  '(uint96 nonce, address operator, address token0, address token1, int24 tickLower, int24 tickUpper, uint128 liquidity)'

/** What a strategist can do with Camelot. */
const camelotActions = [
  swap,
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
} as const satisfies Protocol
