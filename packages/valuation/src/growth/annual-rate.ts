import { printRounded } from '../base/ratio.ts'
import type { Growth } from './annual-yield.ts'

const yearSeconds = 365n * 86_400n

/**
 * Works out what a growth is in a year of 365 days when its yield is not put to work again:
 * `(to / from - 1) * year / seconds`.
 *
 * @param growth - prices and seconds.
 * @returns fraction as an exact decimal of 18 places, rounded half away from zero, without closing
 * zeros. Null when the growth says nothing: a price before that is not above zero, a price after below
 * zero, no time between.
 */
export function annualRateOf({ from, to, seconds }: Growth): string | null {
  if (from <= 0n || to < 0n || seconds <= 0n) return null
  if (from === to) return '0'
  return printRounded({ above: (to - from) * yearSeconds, below: from * seconds }, 18)
}
