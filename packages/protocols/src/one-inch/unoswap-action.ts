import { defineAction } from '../action/action.ts'
import { oneInch } from './function.ts'

/** A pool's word holds flags above its address. */
const addressBits = 160n

const router = { kind: 'account', role: 'router_v6', describe: 'AggregationRouter v6' } as const

const tokenIn = { kind: 'token', describe: 'Token that is sold' } as const

const tokenOut = { kind: 'token', describe: 'Token that is bought' } as const

const pool1 = { kind: 'account', describe: 'First pool' } as const

const pool1Flags = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 96n - 1n,
  fallback: 0n,
  describe: 'Flags above the address of the first pool, as the API gives them',
} as const

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

const nativeAmount = { kind: 'amount', unit: 'native', describe: 'How much is sold' } as const

const pool2 = { kind: 'account', describe: 'Second pool' } as const

const pool2Flags = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 96n - 1n,
  fallback: 0n,
  describe: 'Flags above the address of the second pool, as the API gives them',
} as const

const pool3 = { kind: 'account', describe: 'Third pool' } as const

const pool3Flags = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 96n - 1n,
  fallback: 0n,
  describe: 'Flags above the address of the third pool, as the API gives them',
} as const

const unoswapOne = defineAction({
  route: 'one_inch/unoswap_one',
  name: 'Swap in one pool',
  description: 'Swaps one token for another in one pool, through 1inch v6.',
  sentence: 'Swap {amount} for at least {minimum} through 1inch v6',
  parameters: {
    router,
    token_in: tokenIn,
    token_out: tokenOut,
    pool1,
    pool1_flags: pool1Flags,
    amount,
    minimum,
  },
  signature: 'unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  rules: [oneInch],
  target: 'router',
  arguments: ({ token_in, pool1, pool1_flags, amount, minimum }) => [
    BigInt(token_in),
    amount,
    minimum,
    BigInt(pool1) | (pool1_flags << addressBits),
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const ethUnoswapOne = defineAction({
  route: 'one_inch/eth_unoswap_one',
  name: 'Swap native coin in one pool',
  description: 'Swaps native coin for a token in one pool, through 1inch v6.',
  sentence: 'Swap {amount} for at least {minimum} through 1inch v6',
  parameters: {
    router,
    token_out: tokenOut,
    pool1,
    pool1_flags: pool1Flags,
    amount: nativeAmount,
    minimum,
  },
  signature: 'ethUnoswap(uint256 minReturn, uint256 dex)',
  rules: [oneInch],
  target: 'router',
  arguments: ({ pool1, pool1_flags, minimum }) => [
    minimum,
    BigInt(pool1) | (pool1_flags << addressBits),
  ],
  sends: 'always',
  value: ({ amount }) => amount,
})

const unoswapTwo = defineAction({
  route: 'one_inch/unoswap_two',
  name: 'Swap in two pools',
  description: 'Swaps one token for another in two pools, through 1inch v6.',
  sentence: 'Swap {amount} for at least {minimum} through 1inch v6',
  parameters: {
    router,
    token_in: tokenIn,
    token_out: tokenOut,
    pool1,
    pool1_flags: pool1Flags,
    pool2,
    pool2_flags: pool2Flags,
    amount,
    minimum,
  },
  signature:
    'unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  rules: [oneInch],
  target: 'router',
  arguments: ({ token_in, pool1, pool1_flags, pool2, pool2_flags, amount, minimum }) => [
    BigInt(token_in),
    amount,
    minimum,
    BigInt(pool1) | (pool1_flags << addressBits),
    BigInt(pool2) | (pool2_flags << addressBits),
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const ethUnoswapTwo = defineAction({
  route: 'one_inch/eth_unoswap_two',
  name: 'Swap native coin in two pools',
  description: 'Swaps native coin for a token in two pools, through 1inch v6.',
  sentence: 'Swap {amount} for at least {minimum} through 1inch v6',
  parameters: {
    router,
    token_out: tokenOut,
    pool1,
    pool1_flags: pool1Flags,
    pool2,
    pool2_flags: pool2Flags,
    amount: nativeAmount,
    minimum,
  },
  signature: 'ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2)',
  rules: [oneInch],
  target: 'router',
  arguments: ({ pool1, pool1_flags, pool2, pool2_flags, minimum }) => [
    minimum,
    BigInt(pool1) | (pool1_flags << addressBits),
    BigInt(pool2) | (pool2_flags << addressBits),
  ],
  sends: 'always',
  value: ({ amount }) => amount,
})

const unoswapThree = defineAction({
  route: 'one_inch/unoswap_three',
  name: 'Swap in three pools',
  description: 'Swaps one token for another in three pools, through 1inch v6.',
  sentence: 'Swap {amount} for at least {minimum} through 1inch v6',
  parameters: {
    router,
    token_in: tokenIn,
    token_out: tokenOut,
    pool1,
    pool1_flags: pool1Flags,
    pool2,
    pool2_flags: pool2Flags,
    pool3,
    pool3_flags: pool3Flags,
    amount,
    minimum,
  },
  signature:
    'unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  rules: [oneInch],
  target: 'router',
  arguments: ({
    token_in,
    pool1,
    pool1_flags,
    pool2,
    pool2_flags,
    pool3,
    pool3_flags,
    amount,
    minimum,
  }) => [
    BigInt(token_in),
    amount,
    minimum,
    BigInt(pool1) | (pool1_flags << addressBits),
    BigInt(pool2) | (pool2_flags << addressBits),
    BigInt(pool3) | (pool3_flags << addressBits),
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

const ethUnoswapThree = defineAction({
  route: 'one_inch/eth_unoswap_three',
  name: 'Swap native coin in three pools',
  description: 'Swaps native coin for a token in three pools, through 1inch v6.',
  sentence: 'Swap {amount} for at least {minimum} through 1inch v6',
  parameters: {
    router,
    token_out: tokenOut,
    pool1,
    pool1_flags: pool1Flags,
    pool2,
    pool2_flags: pool2Flags,
    pool3,
    pool3_flags: pool3Flags,
    amount: nativeAmount,
    minimum,
  },
  signature: 'ethUnoswap3(uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  rules: [oneInch],
  target: 'router',
  arguments: ({ pool1, pool1_flags, pool2, pool2_flags, pool3, pool3_flags, minimum }) => [
    minimum,
    BigInt(pool1) | (pool1_flags << addressBits),
    BigInt(pool2) | (pool2_flags << addressBits),
    BigInt(pool3) | (pool3_flags << addressBits),
  ],
  sends: 'always',
  value: ({ amount }) => amount,
})

/** Swaps through pools that the caller names. */
export const unoswapActions = [
  unoswapOne,
  ethUnoswapOne,
  unoswapTwo,
  ethUnoswapTwo,
  unoswapThree,
  ethUnoswapThree,
] as const
