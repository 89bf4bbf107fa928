import { printUnits } from '@vaultwright/base'
import {
  type DoubleDouble,
  dividedBy,
  doublesOf,
  productOfDoubles,
  scaledBy,
  sumOfDoubles,
} from './double-double.ts'
import { type Growth, printedPlaces, yearSeconds } from './growth.ts'

/** Both are exactly a double. */
const printedUnit = 10 ** printedPlaces
const secondsOfYear = Number(yearSeconds)

/**
 * The greatest error of the result, in units of the last printed place: 2^-80 of one, some two
 * hundred times what follows from the steps below.
 *
 * The ratio is off by 2^-112 at most, and each step with two doubles by 2^-102 of its result. `maxPower` and
 * `minimumSeconds` bound what the logarithm is multiplied by: the power is off by 2^-95 at most. The halvings are
 * undone by squares, each of which doubles what is off: the power of e is off by 2^-94 of itself, which is at
 * most e^4.
 */
const maxError = 2 ** -80 * printedUnit

/** Beyond this the error would grow with the result: a power of e^4, some 5,400 % a year. */
const maxPower = 4
/** A year of less than a few hours of growth multiplies the error too much. */
const minimumSeconds = 3_600n
/** So that they are exactly a double. */
const maxSeconds = 1n << 50n
/** Binary places that the ratio is divided to. */
const ratioPlaces = 112
/** Halvings of the power, so that few terms of its series count. */
const halvings = 8
/** Terms below this count for nothing. */
const minimumTerm = 2 ** -116

/**
 * Works out what a growth is in a year, with as few places as the printed ones need.
 *
 * @param growth - two prices above zero that differ, and seconds above zero.
 * @returns the fraction as all places print it; null where these places leave that open.
 */
export function quickYieldOf({ from, to, seconds }: Growth): string | null {
  if (seconds < minimumSeconds || seconds > maxSeconds) return null
  if (to >= from << 1n || from >= to << 1n) return null
  const power = dividedBy(scaledBy(logOf(to, from), secondsOfYear), Number(seconds))
  if (Math.abs(power.high) > maxPower) return null
  const units = roundedOf(scaledBy(growthOf(power), printedUnit))
  return units === null ? null : printUnits(units, printedPlaces)
}

/** Natural logarithm of a ratio between a half and two: twice the series of the inverse hyperbolic tangent. */
function logOf(above: bigint, below: bigint): DoubleDouble {
  const ratio = doublesOf(((above - below) << BigInt(ratioPlaces)) / (above + below), ratioPlaces)
  const square = productOfDoubles(ratio, ratio)
  let sum = ratio
  let power = ratio
  for (let divisor = 3; ; divisor += 2) {
    power = productOfDoubles(power, square)
    if (Math.abs(power.high) < minimumTerm) return scaledBy(sum, 2)
    sum = sumOfDoubles(sum, dividedBy(power, divisor))
  }
}

/** A power of e, less one: so that what is small keeps its places. */
function growthOf(power: DoubleDouble): DoubleDouble {
  const part = scaledBy(power, 2 ** -halvings)
  let sum = part
  let term = part
  for (let step = 2; ; step += 1) {
    term = dividedBy(productOfDoubles(term, part), step)
    if (Math.abs(term.high) < minimumTerm) break
    sum = sumOfDoubles(sum, term)
  }
  // (1 + g)^2 - 1 is g^2 + 2g.
  for (let left = halvings; left > 0; left -= 1) {
    sum = sumOfDoubles(productOfDoubles(sum, sum), scaledBy(sum, 2))
  }
  return sum
}

/** Rounded half away from zero; null where what may be off decides it. */
function roundedOf({ high, low }: DoubleDouble): bigint | null {
  const isBelow = high < 0
  const size = isBelow ? -high : high
  const signedLow = isBelow ? -low : low
  const whole = Math.floor(size)
  const part = size - whole + signedLow + 0.5
  const more = Math.floor(part)
  const distance = part - more
  if (distance < maxError || distance > 1 - maxError) return null
  const units = BigInt(whole) + BigInt(more)
  return isBelow ? -units : units
}
