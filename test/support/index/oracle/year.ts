import {
  less,
  parseRatio,
  printRounded,
  product,
  quotient,
  type Ratio,
  ratio,
  whole,
} from './ratio.ts'

/** Binary places of the working. */
const places = 320n
const unit = 1n << places
const yearSeconds = 31_536_000n

/**
 * Raises a growth to a year by squaring and by square roots, bit by bit of the exponent: no logarithm
 * and no exponential series, so that it shares no mistake with one who uses them.
 *
 * @param growth - what was after of what was before.
 * @param seconds - between the two.
 * @returns fraction, 18 places, half away from zero; null when nothing was before.
 */
export function yearlyOf(growth: Ratio | null, seconds: bigint): string | null {
  if (growth === null || growth.over < 0n || seconds <= 0n) return null
  if (growth.over === 0n) return '-1'
  const base = (growth.over << places) / growth.under
  const wholes = yearSeconds / seconds
  let grown = powerOf(base, wholes)
  let remainder = ratio(yearSeconds - wholes * seconds, seconds)
  let root = base
  for (let bit = 0n; bit < places && remainder.over !== 0n; bit++) {
    root = rootOf(root << places)
    remainder = ratio(remainder.over * 2n, remainder.under)
    if (remainder.over < remainder.under) continue
    remainder = less(remainder, whole)
    grown = (grown * root) >> places
  }
  return printRounded(less(ratio(grown, unit), whole), 18)
}

/** The same growth 365 days long, and nothing put to work again. */
export function simpleYearlyOf(growth: Ratio | null, seconds: bigint): string | null {
  if (growth === null) return null
  return printRounded(product(less(growth, whole), ratio(yearSeconds, seconds)), 18)
}

/** The growth of a price; null when nothing can be said. */
export function growthOf(before: string | null, after: string | null): Ratio | null {
  if (before === null || after === null) return null
  const from = parseRatio(before)
  return from.over <= 0n ? null : quotient(parseRatio(after), from)
}

function powerOf(base: bigint, exponent: bigint): bigint {
  let [result, square] = [unit, base]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) >> places
    square = (square * square) >> places
  }
  return result
}

function rootOf(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}
