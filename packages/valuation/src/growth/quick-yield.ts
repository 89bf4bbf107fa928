import { printUnits } from '@vaultwright/base'
import { type Growth, printedPlaces, yearSeconds } from './growth.ts'

/** Binary places that the working carries. */
const places = 128n
const one = 1n << places
const printedUnit = 10n ** BigInt(printedPlaces)

/**
 * How far the result may be off, in units of its last binary place: ten thousand times what follows from the
 * steps below, each of which is off by one, and a million times what all places are off by.
 *
 * A logarithm of at most 65 terms is off by 2^9 at most, and `mostPower` bounds what that is multiplied by. The
 * halvings are undone by squares, each of which doubles what is off.
 */
const mostOff = 1n << 48n

/** Beyond this the error would grow with the result: a power of e^4, some 5,400 % a year. */
const mostPower = 4n * one
/** A year of less than a few hours of growth multiplies the error too much. */
const leastSeconds = 3_600n
/** Halvings of the power, so that few terms of its series count. */
const halvings = 8n

/**
 * Works out what a growth is in a year, with as few places as the printed ones need.
 *
 * @param growth - two prices above zero that differ, and seconds above zero.
 * @returns the fraction as all places print it; null where these places leave that open.
 */
export function quickYieldOf({ from, to, seconds }: Growth): string | null {
  if (seconds < leastSeconds || to >= from << 1n || from >= to << 1n) return null
  const power = (logOf(to, from) * yearSeconds) / seconds
  if (power > mostPower || power < -mostPower) return null
  const value = expOf(power) - one
  const [least, most] = [unitsOf(value - mostOff), unitsOf(value + mostOff)]
  return least === most ? printUnits(least, printedPlaces) : null
}

/** Natural logarithm of a ratio between a half and two. */
function logOf(above: bigint, below: bigint): bigint {
  const ratio = ((above - below) << places) / (above + below)
  const square = (ratio * ratio) >> places
  let sum = 0n
  let power = ratio
  // Shifting rounds down, so that a power below zero ends at -1.
  for (let divisor = 1n; power !== 0n && power !== -1n; divisor += 2n) {
    sum += power / divisor
    power = (power * square) >> places
  }
  return sum << 1n
}

function expOf(power: bigint): bigint {
  const part = power >> halvings
  let sum = one
  let term = one
  for (let step = 1n; term !== 0n && term !== -1n; step += 1n) {
    term = ((term * part) >> places) / step
    sum += term
  }
  for (let left = halvings; left > 0n; left -= 1n) sum = (sum * sum) >> places
  return sum
}

/** Rounded half away from zero. */
function unitsOf(value: bigint): bigint {
  const size = value < 0n ? -value : value
  const rounded = (size * printedUnit + (one >> 1n)) >> places
  return value < 0n ? -rounded : rounded
}
