import type { Hex } from '@vaultwright/base'
import type { SwapPolicy, SwapToken, SwapWish } from '@vaultwright/swap'
import type { SwapQuoteRequest } from '@vaultwright/wire'
import { RequestInvalidError } from '../request/request-check.ts'
import { amountGiven, invalidBody } from './swap-amount.ts'
import type { TokenPair } from './swap-token.ts'

/** What is taken from the executed output where a caller does not say. Basis points. */
const defaultSlippageBps = 30n
/** What a caller may ask for where no policy says. */
const mostSlippageBps = 100n

/** Fields of a request that say what is to be quoted. */
export type WishBody = Omit<SwapQuoteRequest, 'sell_token' | 'buy_token'>

/**
 * Reads what a request wants to be quoted.
 *
 * @throws {RequestInvalidError} {TokenDecimalsUnknownError}
 */
export function wishOf(
  body: WishBody,
  { sellToken, buyToken }: TokenPair,
  policy: SwapPolicy | null,
): SwapWish {
  if (body.buy_amount !== undefined) throw exactOutputError()
  return {
    sellToken: sellToken.address,
    buyToken: buyToken.address,
    sellAmount: sellAmountOf(body, sellToken),
    slippageBps: slippageOf(body, policy),
    venues: body.venues === undefined ? null : [...new Set(body.venues)],
    calldata: (body.calldata ?? []).map(({ route, data }) => ({ route, data: data as Hex })),
    canSplit: body.split ?? true,
    maxHops: body.max_hops === 2 ? 2 : 1,
    withRefused: body.with_refused ?? false,
  }
}

function sellAmountOf(body: WishBody, token: SwapToken): bigint | null {
  const { sell_amount: text, raw_sell_amount: raw } = body
  if (text !== 'all') return amountGiven(body, 'sell_amount', token)
  if (raw === undefined) return null
  throw invalidBody('raw_sell_amount', 'Give sell_amount or raw_sell_amount, not both.', raw)
}

/** A policy of less slippage than the default lowers the default. */
function slippageOf({ slippage_bps: given }: WishBody, policy: SwapPolicy | null): bigint {
  const most = policy?.maxSlippageBps ?? mostSlippageBps
  if (given === undefined) return defaultSlippageBps < most ? defaultSlippageBps : most
  if (BigInt(given) <= most) return BigInt(given)
  const limit = policy === null ? 'without a policy' : 'by the policy'
  const msg = `The slippage is ${most} basis points at most ${limit}. Ask for less.`
  throw invalidBody('slippage_bps', msg, given)
}

function exactOutputError(): RequestInvalidError {
  const msg = 'An exact output cannot be asked for. Give sell_amount in place of buy_amount.'
  return new RequestInvalidError([{ loc: ['body', 'buy_amount'], msg, type: 'not_supported' }])
}
