import { type Flag, type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { parseRatio, printRounded } from '../base/ratio.ts'
import type { DayEnd } from '../base/result.ts'
import { annualYieldOf } from './annual-yield.ts'
import { type Growth, yearSeconds } from './growth.ts'

/** A growth in a year, with and without putting its yield to work again. */
export type GrowthYield = { readonly apy: Known<string>; readonly apr: Known<string> }

/** The inputs of a growth at one of its ends; the base is an address on any chain. */
export type GrowthEnd = Pick<DayEnd, 'day' | 'sharePrice' | 'isPaused'> & {
  readonly base: string | null
}

/** Two ends of whole days, the second after the first. */
export type GrowthSpan = {
  readonly from: GrowthEnd
  readonly to: GrowthEnd
  readonly seconds: bigint
}

/**
 * Works out the yield of a share between two days.
 *
 * @returns both yields; the same reason for both when the accountant was paused at an end, a price is
 * not known, or the prices are in two assets.
 */
export function growthYieldOf(span: GrowthSpan): GrowthYield {
  const growth = shareGrowthOf(span)
  if (growth.value === null) return { apy: growth, apr: growth }
  const { from, to } = span
  return {
    apy: knownOrReason(
      annualYieldOf(growth.value),
      `A share went from ${from.sharePrice.value} to ${to.sharePrice.value}: in a year more than 10^30.`,
    ),
    apr: knownOrReason(annualRateOf(growth.value), 'The two prices say nothing.'),
  }
}

/** Puts two prices of a share side by side, where they can be compared. */
export function shareGrowthOf({ from, to, seconds }: GrowthSpan): Known<Growth> {
  for (const end of [from, to]) {
    if (end.isPaused) return unknownValue(`The accountant was paused at the end of ${end.day}.`)
    if (end.sharePrice.value === null) return unknownValue(`${end.day}: ${end.sharePrice.reason}`)
  }
  if (from.base !== to.base) {
    return unknownValue(
      `A share was priced in ${from.base} on ${from.day}, in ${to.base} on ${to.day}.`,
    )
  }
  const [before, after] = [parseRatio(from.sharePrice.value!), parseRatio(to.sharePrice.value!)]
  if (before.above <= 0n)
    return unknownValue(`The price of a share was zero at the end of ${from.day}.`)
  return knownValue({
    from: before.above * after.below,
    to: after.above * before.below,
    seconds,
  })
}

/** Flags a price that fell, whether or not a yield is known. */
export function fallFlagsOf(from: GrowthEnd | null, to: GrowthEnd): readonly Flag[] {
  const [before, after] = [from?.sharePrice.value ?? null, to.sharePrice.value]
  if (before === null || after === null || from?.base !== to.base) return []
  const [left, right] = [parseRatio(before), parseRatio(after)]
  if (right.above * left.below >= left.above * right.below) return []
  return [{ flag: 'loss', reason: `A share fell from ${before} on ${from.day} to ${after}.` }]
}

/** Gives a value that is there, or why it is not. */
export function knownOrReason(value: string | null, reason: string): Known<string> {
  return value === null ? unknownValue(reason) : knownValue(value)
}

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
