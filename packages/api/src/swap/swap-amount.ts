import {
  readSwapAmount,
  readSwapRequest,
  type SwapFieldNames,
  type TokenPair,
} from '@vaultwright/operations'
import type { SwapPolicy, SwapRequest, SwapToken } from '@vaultwright/swap'
import type { SwapQuoteRequest, ValidationEntry } from '@vaultwright/wire'
import { RequestInvalidError } from '../request/request-check.ts'
import { reading } from './swap-token.ts'

/** Callers of the interface gave the fields by their own names. */
export const nameOf: SwapFieldNames = (field) => field

/**
 * Reads what a body wants to be quoted.
 *
 * @throws {RequestInvalidError} {TokenDecimalsUnknownError}
 */
export function swapRequestOf(
  body: Omit<SwapQuoteRequest, 'sell_token' | 'buy_token'>,
  pair: TokenPair,
  policy: SwapPolicy | null,
): SwapRequest {
  const named = { sell_token: pair.sellToken.address, buy_token: pair.buyToken.address }
  return reading('body', () => readSwapRequest({ ...body, ...named }, pair, { policy, nameOf }))
}

/**
 * Reads an amount that a body gives in display or in base units.
 *
 * @returns base units, above zero; null where neither field is given.
 * @throws {RequestInvalidError} {TokenDecimalsUnknownError}
 */
export function amountGiven(
  body: Parameters<typeof readSwapAmount>[0],
  field: 'sell_amount' | 'min_buy_amount',
  token: SwapToken,
): bigint | null {
  return reading('body', () => readSwapAmount(body, { field, token, nameOf }))
}

/** Makes the 422 of one field of a body. */
export function invalidBody(
  field: string,
  msg: string,
  input: ValidationEntry['input'],
): RequestInvalidError {
  return new RequestInvalidError([{ loc: ['body', field], msg, type: 'value_error', input }])
}
