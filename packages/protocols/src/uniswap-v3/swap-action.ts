import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import type {
  AccountParameter,
  DeadlineParameter,
  IntegerParameter,
  IntegersParameter,
} from '../action/parameter.ts'
import { uniswapV3, uniswapV3SwapRouter02 } from './function.ts'

/** The route of a swap: tokens, and the fee of the pool between each two. */
type SwapPath = {
  readonly tokens: readonly Address[]
  /** Hundredths of a basis point; one fewer than tokens. */
  readonly fees: readonly bigint[]
}

/**
 * Encodes a route as routers of Uniswap v3 read it.
 *
 * Source: Uniswap v3 periphery, Path: 20 bytes a token, 3 bytes a fee between.
 *
 * @throws {UnevenPathError} when there is not one fee between each two tokens.
 */
export function encodePath({ tokens, fees }: SwapPath): Hex {
  if (tokens.length < 2 || fees.length !== tokens.length - 1) {
    throw new UnevenPathError(tokens.length, fees.length)
  }
  const steps = fees.map((fee, at) => `${digitsOf(fee)}${tokens[at + 1]!.slice(2)}`)
  return `0x${tokens[0]!.slice(2)}${steps.join('')}`.toLowerCase() as Hex
}

function digitsOf(fee: bigint): string {
  return fee.toString(16).padStart(6, '0')
}

/** A path does not have exactly one fee between each two of its tokens. */
export class UnevenPathError extends BaseError {
  override readonly code = 'uneven_path'
  override readonly kind = 'invalid_input'

  constructor(tokens: number, fees: number) {
    super({
      message: `The path has ${tokens} tokens and ${fees} fees, which do not fit together. Give one fee for each pool, which is one fewer than tokens.`,
      facts: { tokens, fees },
    })
  }
}

/** Until when a call may be mined; an hour leaves several people time to sign. */
export const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const satisfies DeadlineParameter

/** Fee of one pool: it distinguishes pools. */
export const fee = {
  kind: 'integer',
  min: 0n,
  max: 999_999n,
  named: [
    ['0.01 %', 100n],
    ['0.05 %', 500n],
    ['0.3 %', 3_000n],
    ['1 %', 10_000n],
  ],
  describe: 'Fee tier of the pool in hundredths of a basis point: 100, 500, 3000 or 10000',
} as const satisfies IntegerParameter

/** Fees of the pools that follow the first. */
const nextFees = {
  kind: 'integers',
  min: 0n,
  max: 999_999n,
  describe: 'Fee tier of the pool that leads on from each token in between',
} as const satisfies IntegersParameter

/** The tokens and amounts of a swap, wherever it happens. */
export const swapped = {
  token_in: { kind: 'token', describe: 'Token that is sold' },
  token_out: { kind: 'token', describe: 'Token that is bought' },
  amount: { kind: 'amount', unit: 'token_in', all: 'balance', describe: 'How much is sold' },
  minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum output' },
} as const

const via = { kind: 'tokens', describe: 'Tokens in between, in the order of the path' } as const
const router = {
  kind: 'account',
  role: 'router',
  describe: 'SwapRouter',
} as const satisfies AccountParameter
const router02 = {
  kind: 'account',
  role: 'router_02',
  describe: 'SwapRouter02',
} as const satisfies AccountParameter

/** With a deadline. */
export const exactInput =
  'exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)'
/** Without a deadline. */
export const exactInput02 =
  'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)'

/** The router pulls exactly what is sold. */
export const soldToRouter = [{ token: 'token_in', spender: 'router', amount: 'amount' }] as const

const swap = defineAction({
  route: 'uniswap_v3/swap',
  name: 'Swap',
  description: 'Swaps one token for another in one pool.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: { router, ...swapped, fee, deadline },
  signature: exactInput,
  rules: [uniswapV3],
  target: 'router',
  arguments: ({ token_in, token_out, fee, self, deadline, amount, minimum }) => [
    [encodePath({ tokens: [token_in, token_out], fees: [fee] }), self, deadline, amount, minimum],
  ],
  approvals: soldToRouter,
})

const swapThrough = defineAction({
  route: 'uniswap_v3/swap_through',
  name: 'Swap through other tokens',
  description: 'Swaps one token for another along several pools.',
  sentence: 'Swap {amount} for {token_out} by way of {via} through {router}',
  parameters: { router, ...swapped, via, fee, next_fees: nextFees, deadline },
  signature: exactInput,
  rules: [uniswapV3],
  target: 'router',
  arguments: ({ token_in, via, token_out, fee, next_fees, self, deadline, amount, minimum }) => [
    [
      encodePath({ tokens: [token_in, ...via, token_out], fees: [fee, ...next_fees] }),
      self,
      deadline,
      amount,
      minimum,
    ],
  ],
  approvals: soldToRouter,
  sizes: [1, 2, 3, 4, 5],
})

const swap02 = defineAction({
  route: 'uniswap_v3/swap_02',
  name: 'Swap through SwapRouter02',
  description: 'Swaps one token for another in one pool; the call has no deadline.',
  sentence: 'Swap {amount} for {token_out} through {router}',
  parameters: { router: router02, ...swapped, fee },
  signature: exactInput02,
  rules: [uniswapV3SwapRouter02],
  target: 'router',
  arguments: ({ token_in, token_out, fee, self, amount, minimum }) => [
    [encodePath({ tokens: [token_in, token_out], fees: [fee] }), self, amount, minimum],
  ],
  approvals: soldToRouter,
})

const swapThrough02 = defineAction({
  route: 'uniswap_v3/swap_through_02',
  name: 'Swap through other tokens and SwapRouter02',
  description: 'Swaps one token for another along several pools; the call has no deadline.',
  sentence: 'Swap {amount} for {token_out} by way of {via} through {router}',
  parameters: { router: router02, ...swapped, via, fee, next_fees: nextFees },
  signature: exactInput02,
  rules: [uniswapV3SwapRouter02],
  target: 'router',
  arguments: ({ token_in, via, token_out, fee, next_fees, self, amount, minimum }) => [
    [
      encodePath({ tokens: [token_in, ...via, token_out], fees: [fee, ...next_fees] }),
      self,
      amount,
      minimum,
    ],
  ],
  approvals: soldToRouter,
  sizes: [1, 2, 3, 4, 5],
})

/** Swaps along paths of Uniswap v3. */
export const swapActions = [swap, swapThrough, swap02, swapThrough02] as const
