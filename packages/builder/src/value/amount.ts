import { BaseError, printUnits } from '@vaultwright/base'

/** 2^256 - 1: as much as there is. */
export const maxAmount = (1n << 256n) - 1n

/** Why a text is not an amount. */
type AmountProblem = 'not_decimal' | 'too_many_decimals' | 'too_large'

/** An amount in base units, or why there is none. */
type AmountReading =
  | { readonly ok: true; readonly amount: bigint }
  | { readonly ok: false; readonly problem: AmountProblem; readonly message: string }

/**
 * Reads an amount in display units, exactly: no float touches it.
 *
 * A sign, an exponent, a group mark, a bare dot, a zero in front of digits and digits that the token has no place for are refused.
 *
 * @param text - decimal digits, as in `1000` or `0.5`.
 * @param decimals - of the token, from 0.
 * @returns base units below 2^256, or what is wrong.
 */
export function readUnits(text: string, decimals: number): AmountReading {
  const match = /^(0|[1-9]\d{0,77})(?:\.(\d{1,78}))?$/.exec(text)
  if (match === null) {
    const message = `${JSON.stringify(text)} is not an amount. Give decimal digits, as in 1000 or 0.5.`
    return { ok: false, problem: 'not_decimal', message }
  }
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) {
    const message = `${text} has ${fraction.length} decimals, and there are ${decimals}. Leave out what cannot be paid.`
    return { ok: false, problem: 'too_many_decimals', message }
  }
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (amount <= maxAmount) return { ok: true, amount }
  const message = `${text} does not fit into 256 bits. Give less.`
  return { ok: false, problem: 'too_large', message }
}

/**
 * Reads an amount in display units that is known to be one.
 *
 * @param text - decimal digits.
 * @param decimals - of the token, from 0.
 * @returns base units.
 * @throws {InvalidAmountError} if it is not valid.
 */
export function parseUnits(text: string, decimals: number): bigint {
  const reading = readUnits(text, decimals)
  if (reading.ok) return reading.amount
  throw new InvalidAmountError(text, decimals, reading)
}

/**
 * Prints an amount for a sentence: thousands apart, never to be read back.
 *
 * @param amount - base units, from 0.
 * @param decimals - of the token, from 0.
 * @returns as in `1,250,000.5`.
 */
export function printGrouped(amount: bigint, decimals: number): string {
  const [whole = '', fraction] = printUnits(amount, decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A text that must be an amount is none. */
class InvalidAmountError extends BaseError {
  override readonly code = 'invalid_amount'
  override readonly kind = 'invalid_input'

  constructor(text: string, decimals: number, reading: AmountReading & { ok: false }) {
    super({ message: reading.message, facts: { text, decimals, problem: reading.problem } })
  }
}
