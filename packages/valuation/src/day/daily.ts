import { unknownValue } from '../base/known-value.ts'
import type { DailyInputs, DailyReceipt, DailyResult, DayEnd } from '../base/result.ts'
import { fallFlagsOf, type GrowthYield, growthYieldOf } from '../growth/growth-yield.ts'
import { dollarsOf } from '../price/asset-dollar.ts'
import { shiftDay } from './day.ts'
import { staleFlagsOf } from './day-flag.ts'
import type { ShareState } from './share-rate.ts'
import { shareValuesOf } from './share-value.ts'

/** Name and version of the formula that gives a daily point. */
export const dailyFormula = 'daily@1'

const daySeconds = 86_400n

/**
 * Works out the daily point of a vault on a chain: what a share grew by since the day before.
 *
 * @param inputs - the day, and the end of the day before it in the calendar, null when it was not measured.
 * @returns the point with what it was computed from, which leaves out what growth does not ask for.
 * @throws {MalformedDayError} when the day is none of the calendar.
 */
export function growDay({ today, before }: DailyInputs): DailyReceipt {
  const inputs = { today: shareStateOf(today), before }
  // Of the day itself, so that what is known of it already is not worked out again.
  return { formula: dailyFormula, inputs, result: dailyOf({ today, before }) }
}

/**
 * Takes from a day what its growth asks for.
 *
 * @returns the day without holdings and failures.
 */
export function shareStateOf(state: DailyInputs['today']): DailyInputs['today'] {
  const { chain, vault, day, block, share, base, accountant, events, quotes } = state
  return { chain, vault, day, block, share, base, accountant, events, quotes }
}

/**
 * Takes from a day what the growth of the next one needs.
 *
 * @returns its block, its share price and whether the accountant was paused.
 */
export function dayEndOf(state: ShareState): DayEnd {
  return shareValuesOf(state).end
}

function dailyOf({ today, before }: DailyInputs): DailyResult {
  const end = dayEndOf(today)
  const isNext = before?.day === shiftDay(end.day, -1)
  const dayBefore = isNext ? before : null
  const growth = growthOf(end, dayBefore)
  const { totalAssets, dollars, flags } = shareValuesOf(today)
  return {
    dailyApy: growth.apy,
    dailyApr: growth.apr,
    sharePrice: end.sharePrice,
    totalAssets,
    priceUsd: dollarsOf(end.sharePrice, dollars.price),
    tvlUsd: dollarsOf(totalAssets, dollars.price),
    flags: [
      ...flags,
      ...staleFlagsOf(dollars.steps, BigInt(today.block.atUnix)),
      ...fallFlagsOf(dayBefore, end),
    ],
  }
}

function growthOf(end: DayEnd, before: DayEnd | null): GrowthYield {
  if (before !== null) return growthYieldOf({ from: before, to: end, seconds: daySeconds })
  const reason = `The day before, ${shiftDay(end.day, -1)}, was not measured.`
  return { apy: unknownValue(reason), apr: unknownValue(reason) }
}
