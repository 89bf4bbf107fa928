/**
 * A number as the unevaluated sum of two doubles, some 106 binary places together. Every machine computes the same
 * doubles: each step is one rounded operation of IEEE 754.
 */
export type DoubleDouble = {
  /** The sum, rounded to a double. */
  readonly high: number
  /** The remainder, at most half of the last place of `high`. */
  readonly low: number
}

/** Splits a double into two halves of 26 places. Source: Dekker, "A floating-point technique", 1971. */
const splitter = 2 ** 27 + 1

/** Adds two numbers. Source: Knuth's and Dekker's sums without error, as the QD library joins them. */
export function sumOfDoubles(one: DoubleDouble, other: DoubleDouble): DoubleDouble {
  const high = exactSumOf(one.high, other.high)
  const low = exactSumOf(one.low, other.low)
  const first = normalized(high.high, high.low + low.high)
  return normalized(first.high, first.low + low.low)
}

/** Multiplies two numbers. */
export function productOfDoubles(one: DoubleDouble, other: DoubleDouble): DoubleDouble {
  const { high, low } = exactProductOf(one.high, other.high)
  return normalized(high, low + (one.high * other.low + one.low * other.high))
}

/** Multiplies a number by a double. */
export function scaledBy(one: DoubleDouble, factor: number): DoubleDouble {
  const { high, low } = exactProductOf(one.high, factor)
  return normalized(high, low + one.low * factor)
}

/** Divides a number by a double. */
export function dividedBy(one: DoubleDouble, divisor: number): DoubleDouble {
  const quotient = one.high / divisor
  const { high, low } = exactProductOf(quotient, divisor)
  const error = one.high - high - low + one.low
  return normalized(quotient, error / divisor)
}

/** Reads a whole number of 2^-`places`, of at most 106 binary digits exactly. */
export function doublesOf(units: bigint, places: number): DoubleDouble {
  const high = Number(units)
  const low = Number(units - BigInt(high))
  const unit = 2 ** -places
  return { high: high * unit, low: low * unit }
}

function exactSumOf(one: number, other: number): DoubleDouble {
  const high = one + other
  const part = high - one
  return { high, low: one - (high - part) + (other - part) }
}

function exactProductOf(one: number, other: number): DoubleDouble {
  const high = one * other
  const upper = upperHalfOf(one)
  const over = upperHalfOf(other)
  const lower = one - upper
  const under = other - over
  return { high, low: upper * over - high + upper * under + lower * over + lower * under }
}

function upperHalfOf(value: number): number {
  const large = splitter * value
  return large - (large - value)
}

/** Of two doubles of which the first is the larger. */
function normalized(large: number, small: number): DoubleDouble {
  const high = large + small
  return { high, low: small - (high - large) }
}
