import { defineAction } from '../action/action.ts'
import { uniswapV2 } from './function.ts'

const router = { kind: 'account', describe: 'UniswapV2Router02' } as const

const tokenIn = { kind: 'token', describe: 'Token that is sold' } as const

const tokenOut = { kind: 'token', describe: 'Token that is bought' } as const

const amount = {
  kind: 'amount',
  unit: 'token_in',
  all: 'balance',
  describe: 'How much is sold',
} as const

const minimum = {
  kind: 'minimum',
  unit: 'token_out',
  describe: 'Minimum output',
} as const

const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const

const bought = {
  kind: 'amount',
  unit: 'token_out',
  describe: 'Exactly how much is bought',
} as const

const amountParameter = {
  kind: 'amount',
  unit: 'token_in',
  describe: 'The most that is sold',
} as const

const tokenInParameter = { kind: 'token', describe: 'Wrapped native coin' } as const

const tokenOutParameter = { kind: 'token', describe: 'Wrapped native coin' } as const

const swap = defineAction({
  route: 'uniswap_v2/swap',
  name: 'Swap',
  description: 'Swaps one token for another in one pool.',
  sentence: 'Swap {amount} for at least {minimum}',
  parameters: { router, token_in: tokenIn, token_out: tokenOut, amount, minimum, deadline },
  signature:
    'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_in, token_out, amount, minimum, deadline, self }) => [
    amount,
    minimum,
    [token_in, token_out],
    self,
    deadline,
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const swapExactOut = defineAction({
  route: 'uniswap_v2/swap_exact_out',
  name: 'Swap for an exact amount',
  description: 'Swaps one token for exactly so much of another in one pool.',
  sentence: 'Swap at most {amount} for {bought}',
  parameters: {
    router,
    token_in: tokenIn,
    token_out: tokenOut,
    bought,
    amount: amountParameter,
    deadline,
  },
  signature:
    'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_in, token_out, bought, amount, deadline, self }) => [
    bought,
    amount,
    [token_in, token_out],
    self,
    deadline,
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const swapNative = defineAction({
  route: 'uniswap_v2/swap_native',
  name: 'Swap native coin',
  description: 'Swaps native coin for a token in one pool.',
  sentence: 'Swap {amount} for at least {minimum}',
  parameters: {
    router,
    token_in: tokenInParameter,
    token_out: tokenOut,
    amount: { kind: 'amount', unit: 'native', describe: 'How much is sold' },
    minimum,
    deadline,
  },
  signature:
    'swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_in, token_out, minimum, deadline, self }) => [
    minimum,
    [token_in, token_out],
    self,
    deadline,
  ],
  sends: 'always',
  value: ({ amount }) => amount,
})

const swapNativeExactOut = defineAction({
  route: 'uniswap_v2/swap_native_exact_out',
  name: 'Swap native coin for an exact amount',
  description: 'Swaps native coin for exactly so much of a token; what is too much comes back.',
  sentence: 'Swap at most {amount} for {bought}',
  parameters: {
    router,
    token_in: tokenInParameter,
    token_out: tokenOut,
    bought,
    amount: { kind: 'amount', unit: 'native', describe: 'The most that is sold' },
    deadline,
  },
  signature:
    'swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_in, token_out, bought, deadline, self }) => [
    bought,
    [token_in, token_out],
    self,
    deadline,
  ],
  sends: 'always',
  value: ({ amount }) => amount,
})

const swapForNative = defineAction({
  route: 'uniswap_v2/swap_for_native',
  name: 'Swap for native coin',
  description: 'Swaps a token for native coin in one pool.',
  sentence: 'Swap {amount} for at least {minimum}',
  parameters: {
    router,
    token_in: tokenIn,
    token_out: tokenOutParameter,
    amount,
    minimum: { kind: 'minimum', unit: 'native', describe: 'Minimum output' },
    deadline,
  },
  signature:
    'swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_in, token_out, amount, minimum, deadline, self }) => [
    amount,
    minimum,
    [token_in, token_out],
    self,
    deadline,
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const swapForNativeExactOut = defineAction({
  route: 'uniswap_v2/swap_for_native_exact_out',
  name: 'Swap for an exact amount of native coin',
  description: 'Swaps a token for exactly so much native coin in one pool.',
  sentence: 'Swap at most {amount} for {bought}',
  parameters: {
    router,
    token_in: tokenIn,
    token_out: tokenOutParameter,
    bought: { kind: 'amount', unit: 'native', describe: 'Exactly how much is bought' },
    amount: amountParameter,
    deadline,
  },
  signature:
    'swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_in, token_out, bought, amount, deadline, self }) => [
    bought,
    amount,
    [token_in, token_out],
    self,
    deadline,
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

/** Swap actions of Uniswap v2. */
export const swapActions = [
  swap,
  swapExactOut,
  swapNative,
  swapNativeExactOut,
  swapForNative,
  swapForNativeExactOut,
] as const
