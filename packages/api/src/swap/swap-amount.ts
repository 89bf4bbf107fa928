import { readUnits } from '@vaultwright/builder'
import type { SwapToken } from '@vaultwright/swap'
import type { ValidationEntry } from '@vaultwright/wire'
import { RequestInvalidError } from '../request/request-check.ts'
import { TokenDecimalsUnknownError } from './swap-token.ts'

/** A field of an amount in display units; with `raw_` before it, that of base units. */
type AmountField = 'sell_amount' | 'min_buy_amount'

/**
 * Reads an amount that a body gives in display or in base units.
 *
 * @returns base units, above zero; null where neither field is given.
 * @throws {RequestInvalidError} if both are given, or it is not an amount of the token.
 * @throws {TokenDecimalsUnknownError} if display units cannot be counted.
 */
export function amountGiven(body: object, field: AmountField, token: SwapToken): bigint | null {
  const rawField = `raw_${field}`
  const values = body as Readonly<Record<string, string | null | undefined>>
  const [shown, raw] = [values[field] ?? null, values[rawField] ?? null]
  if (shown !== null && raw !== null) {
    throw invalidBody(rawField, `Give ${field} or ${rawField}, not both.`, raw)
  }
  if (raw !== null) return aboveZero(BigInt(raw), { field: rawField, text: raw })
  if (shown === null) return null
  if (token.decimals === null) throw new TokenDecimalsUnknownError(token, rawField)
  const reading = readUnits(shown, token.decimals)
  if (!reading.ok) throw invalidBody(field, reading.message, shown)
  return aboveZero(reading.amount, { field, text: shown })
}

/** Makes the 422 of one field of a body. */
export function invalidBody(
  field: string,
  msg: string,
  input: ValidationEntry['input'],
): RequestInvalidError {
  return new RequestInvalidError([{ loc: ['body', field], msg, type: 'value_error', input }])
}

const mostUnits = 2n ** 256n - 1n

function aboveZero(
  amount: bigint,
  { field, text }: { readonly field: string; readonly text: string },
): bigint {
  if (amount === 0n) throw invalidBody(field, 'The amount is zero. Give more.', text)
  if (amount > mostUnits) throw invalidBody(field, 'The amount is above 2^256 - 1.', text)
  return amount
}
