import { printUnits } from '@vaultwright/base'
import { type Growth, printedPlaces, yearSeconds } from './growth.ts'
import { quickYieldOf } from './quick-yield.ts'

/** Binary places that the working carries; what is given out needs 60. */
const places = 192n
const unit = 1n << places
const printedUnit = 10n ** BigInt(printedPlaces)

/**
 * Works out what a growth is in a year of 365 days when it goes on and its yield is put to work again:
 * `(to / from) ^ (year / seconds) - 1`. In whole numbers, so that every machine gets the same digits.
 *
 * @param growth - prices and seconds.
 * @returns fraction as an exact decimal of 18 places, rounded half away from zero, without closing
 * zeros: 0.0155 is 1.55 %; -1 when all is lost. Null when the growth says nothing: a price before that
 * is not above zero, a price after below zero, no time between, or more than 10^30 in a year.
 */
export function annualYieldOf({ from, to, seconds }: Growth): string | null {
  if (from <= 0n || to < 0n || seconds <= 0n) return null
  if (to === 0n) return '-1'
  if (to === from) return '0'
  return quickYieldOf({ from, to, seconds }) ?? fullYieldOf({ from, to, seconds })
}

/** With all places: what every growth is worked out by whose digits fewer places leave open. */
export function fullYieldOf({ from, to, seconds }: Growth): string | null {
  const power = (logOf(to, from) * yearSeconds) / seconds
  if (power > 69n * unit) return null
  return printFraction(expOf(power) - unit)
}

/** Natural logarithm of a ratio above zero. */
function logOf(above: bigint, below: bigint): bigint {
  let doublings = 0n
  let [numerator, denominator] = [above, below]
  while (numerator >= denominator << 1n) {
    denominator <<= 1n
    doublings += 1n
  }
  while (numerator < denominator) {
    numerator <<= 1n
    doublings -= 1n
  }
  const remainder = ((numerator - denominator) << places) / (numerator + denominator)
  return 2n * artanhOf(remainder) + doublings * logOfTwo
}

function artanhOf(value: bigint): bigint {
  const square = (value * value) >> places
  let sum = 0n
  let power = value
  for (let divisor = 1n; power !== 0n; divisor += 2n) {
    sum += power / divisor
    power = (power * square) >> places
  }
  return sum
}

const logOfTwo = 2n * artanhOf(unit / 3n)

function expOf(value: bigint): bigint {
  const doublings = value >= 0n ? value / logOfTwo : -((-value + logOfTwo - 1n) / logOfTwo)
  const remainder = value - doublings * logOfTwo
  let sum = unit
  let term = unit
  for (let step = 1n; term !== 0n; step += 1n) {
    term = ((term * remainder) >> places) / step
    sum += term
  }
  return doublings >= 0n ? sum << doublings : sum >> -doublings
}

function printFraction(value: bigint): string {
  const size = value < 0n ? -value : value
  const rounded = (size * printedUnit + (unit >> 1n)) >> places
  return printUnits(value < 0n ? -rounded : rounded, printedPlaces)
}
