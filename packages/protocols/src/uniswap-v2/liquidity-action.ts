import { defineAction } from '../action/action.ts'
import { uniswapV2 } from './function.ts'

const router = { kind: 'account', describe: 'UniswapV2Router02' } as const

const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const

const tokenA = { kind: 'token', describe: 'First token of the pool' } as const

const tokenB = { kind: 'token', describe: 'Second token of the pool' } as const

const minimumA = {
  kind: 'minimum',
  unit: 'token_a',
  describe: 'Minimum of the first token',
} as const

const minimumB = {
  kind: 'minimum',
  unit: 'token_b',
  describe: 'Minimum of the second token',
} as const

const pool = { kind: 'token', describe: 'Pool, whose shares are a token' } as const

const amount = {
  kind: 'amount',
  unit: 'pool',
  all: 'balance',
  describe: 'Liquidity to give back',
} as const

const token = { kind: 'token', describe: 'Token of the pool beside the native coin' } as const

const minimum = { kind: 'minimum', unit: 'token', describe: 'Minimum of the token' } as const

const minimumNative = {
  kind: 'minimum',
  unit: 'native',
  describe: 'Minimum of the native coin',
} as const

const addLiquidity = defineAction({
  route: 'uniswap_v2/add_liquidity',
  name: 'Add liquidity',
  description: 'Puts two tokens into a pool.',
  sentence: 'Add {amount_a} and {amount_b}',
  parameters: {
    router,
    token_a: tokenA,
    token_b: tokenB,
    amount_a: { kind: 'amount', unit: 'token_a', describe: 'The most of the first token' },
    amount_b: { kind: 'amount', unit: 'token_b', describe: 'The most of the second token' },
    minimum_a: minimumA,
    minimum_b: minimumB,
    deadline,
  },
  signature:
    'addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_a, token_b, amount_a, amount_b, minimum_a, minimum_b, deadline, self }) => [
    token_a,
    token_b,
    amount_a,
    amount_b,
    minimum_a,
    minimum_b,
    self,
    deadline,
  ],
  approvals: [
    { token: 'token_a', spender: 'router', amount: 'amount_a' },
    { token: 'token_b', spender: 'router', amount: 'amount_b' },
  ],
})

const removeLiquidity = defineAction({
  route: 'uniswap_v2/remove_liquidity',
  name: 'Remove liquidity',
  description: 'Takes two tokens out of a pool.',
  sentence: 'Remove {amount} as {token_a} and {token_b}',
  parameters: {
    router,
    token_a: tokenA,
    token_b: tokenB,
    pool,
    amount,
    minimum_a: minimumA,
    minimum_b: minimumB,
    deadline,
  },
  signature:
    'removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token_a, token_b, amount, minimum_a, minimum_b, deadline, self }) => [
    token_a,
    token_b,
    amount,
    minimum_a,
    minimum_b,
    self,
    deadline,
  ],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

const addLiquidityNative = defineAction({
  route: 'uniswap_v2/add_liquidity_native',
  name: 'Add liquidity with native coin',
  description: 'Puts a token and native coin into a pool; what is too much comes back.',
  sentence: 'Add {amount} and {value}',
  parameters: {
    router,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'The most of the token' },
    value: { kind: 'amount', unit: 'native', describe: 'The most of the native coin' },
    minimum,
    minimum_native: minimumNative,
    deadline,
  },
  signature:
    'addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token, amount, minimum, minimum_native, deadline, self }) => [
    token,
    amount,
    minimum,
    minimum_native,
    self,
    deadline,
  ],
  sends: 'always',
  value: ({ value }) => value,
  approvals: [{ token: 'token', spender: 'router', amount: 'amount' }],
})

const removeLiquidityNative = defineAction({
  route: 'uniswap_v2/remove_liquidity_native',
  name: 'Remove liquidity as native coin',
  description: 'Takes a token and native coin out of a pool.',
  sentence: 'Remove {amount} as {token} and native coin',
  parameters: { router, token, pool, amount, minimum, minimum_native: minimumNative, deadline },
  signature:
    'removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  rules: [uniswapV2],
  target: 'router',
  arguments: ({ token, amount, minimum, minimum_native, deadline, self }) => [
    token,
    amount,
    minimum,
    minimum_native,
    self,
    deadline,
  ],
  approvals: [{ token: 'pool', spender: 'router', amount: 'amount' }],
})

/** Liquidity actions of Uniswap v2. */
export const liquidityActions = [
  addLiquidity,
  removeLiquidity,
  addLiquidityNative,
  removeLiquidityNative,
] as const
