import type { DecoderReadValues } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { ActionInputValues, AmountParameter } from '../action/parameter.ts'
import { uniswapV3, uniswapV3SwapRouter02 } from './function.ts'
import {
  bothPaidIn,
  increaseSignature,
  paidIn,
  pair,
  positionManager,
  positionReadsOf,
  ticks,
  tokenId,
} from './position-action.ts'
import { deadline, encodePath, exactInput, fee, soldToRouter, swapped } from './swap-action.ts'

const router = { kind: 'account', role: 'router', describe: 'SwapRouter' } as const
const rules = [uniswapV3, uniswapV3SwapRouter02] as const
const mintSignature =
  'mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)'

/** Native coin in place of its wrapped form; the contract keeps what it does not need. */
const value = {
  kind: 'amount',
  unit: 'native',
  describe: 'Native coin that goes along in place of its wrapped form; none of it comes back',
} as const satisfies AmountParameter

const swapNative = defineAction({
  route: 'uniswap_v3/swap_native',
  name: 'Swap native coin',
  description: 'Swaps native coin, as its wrapped form, for a token in one pool.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: {
    router,
    token_in: { kind: 'token', describe: 'Wrapped native coin' },
    token_out: swapped.token_out,
    amount: { kind: 'amount', unit: 'native', describe: 'How much is sold' },
    minimum: swapped.minimum,
    fee,
    deadline,
  },
  signature: exactInput,
  rules: [uniswapV3],
  target: 'router',
  arguments: ({ token_in, token_out, fee, self, deadline, amount, minimum }) => [
    [encodePath({ tokens: [token_in, token_out], fees: [fee] }), self, deadline, amount, minimum],
  ],
  sends: 'always',
  value: ({ amount }) => amount,
})

const swapTo = defineAction({
  route: 'uniswap_v3/swap_to',
  name: 'Swap for another account',
  description: 'Swaps one token for another in one pool; another account receives what is bought.',
  sentence: 'Swap {amount} for {token_out} to {recipient} through {router}',
  parameters: {
    router,
    ...swapped,
    recipient: { kind: 'account', describe: 'Who receives what is bought' },
    fee,
    deadline,
  },
  signature: exactInput,
  rules: [uniswapV3],
  target: 'router',
  arguments: ({ token_in, token_out, fee, recipient, deadline, amount, minimum }) => {
    const path = encodePath({ tokens: [token_in, token_out], fees: [fee] })
    return [[path, recipient, deadline, amount, minimum]]
  },
  approvals: soldToRouter,
})

type Opening = Pick<
  ActionInputValues,
  'token0' | 'token1' | 'fee' | 'tick_lower' | 'tick_upper' | 'amount0' | 'amount1'
> &
  Pick<ActionInputValues, 'minimum0' | 'minimum1' | 'deadline'>

function openingOf(values: Opening, owner: `0x${string}`) {
  const { token0, token1, fee, tick_lower, tick_upper } = values
  const { amount0, amount1, minimum0, minimum1, deadline } = values
  const pool = [token0!, token1!, fee!, tick_lower!, tick_upper!]
  return [[...pool, amount0!, amount1!, minimum0!, minimum1!, owner, deadline!]] as const
}

const opened = { position_manager: positionManager, ...pair, fee, ...ticks, ...paidIn, deadline }

const mintNative = defineAction({
  route: 'uniswap_v3/mint_native',
  name: 'Open a position with native coin',
  description: 'Puts a token and native coin into a new position between two prices.',
  sentence: 'Open a position of {amount0} and {amount1} with {value}',
  parameters: { ...opened, value },
  signature: mintSignature,
  rules,
  target: 'position_manager',
  arguments: (values) => openingOf(values, values.self),
  sends: 'always',
  value: ({ value }) => value,
  approvals: bothPaidIn,
})

const mintTo = defineAction({
  route: 'uniswap_v3/mint_to',
  name: 'Open a position for another account',
  description: 'Puts two tokens into a new position that another account owns.',
  sentence: 'Open a position of {amount0} and {amount1} for {owner}',
  parameters: { ...opened, owner: { kind: 'account', describe: 'Who owns the position' } },
  signature: mintSignature,
  rules,
  target: 'position_manager',
  arguments: (values) => openingOf(values, values.owner),
  approvals: bothPaidIn,
})

const added = {
  position_manager: positionManager,
  ...pair,
  token_id: tokenId,
  ...paidIn,
  deadline,
} as const

const increaseNative = defineAction({
  route: 'uniswap_v3/increase_liquidity_native',
  name: 'Increase liquidity with native coin',
  description: 'Adds a token and native coin to a position that the vault has.',
  sentence: 'Add {amount0} and {amount1} with {value} to position {token_id}',
  parameters: { ...added, value },
  signature: increaseSignature,
  rules,
  target: 'position_manager',
  arguments: ({ token_id, amount0, amount1, minimum0, minimum1, deadline }) => [
    [token_id, amount0, amount1, minimum0, minimum1, deadline],
  ],
  sends: 'always',
  value: ({ value }) => value,
  reads: positionReadsOf,
  approvals: bothPaidIn,
})

const increaseOf = defineAction({
  route: 'uniswap_v3/increase_liquidity_of',
  name: 'Increase liquidity of another account',
  description: 'Adds tokens to a position that another account owns.',
  sentence: 'Add {amount0} and {amount1} to position {token_id} of {owner}',
  parameters: { ...added, owner: { kind: 'account', describe: 'Who owns the position' } },
  signature: increaseSignature,
  rules,
  target: 'position_manager',
  arguments: ({ token_id, amount0, amount1, minimum0, minimum1, deadline }) => [
    [token_id, amount0, amount1, minimum0, minimum1, deadline],
  ],
  reads: (values): DecoderReadValues => positionReadsOf({ ...values, self: values.owner }),
  approvals: bothPaidIn,
})

/** Swaps and positions with native coin, and for other accounts. */
export const variantActions = [
  swapNative,
  swapTo,
  mintNative,
  mintTo,
  increaseNative,
  increaseOf,
] as const
