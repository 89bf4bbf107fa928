import {
  type DayEnd,
  dayEndOf,
  type PerformanceReceipt,
  performanceValuesOf,
  shiftDay,
  type VaultState,
} from '@vaultwright/valuation'
import { type PerformanceData, performanceOf } from '@vaultwright/wire'
import { comparableEndOf, type VaultAddress } from './day-check.ts'
import {
  type Comparison,
  checkOf,
  comparisonOf,
  type Judgement,
  openComparison,
  recomputeReceipt,
} from './receipt-check.ts'
import type { SeriesDay } from './series.ts'

/** A performance that was judged, with what this page computed; null where it could not. */
export type CheckedPerformance = {
  readonly check: Judgement
  readonly again: PerformanceReceipt | null
}

/**
 * Judges a performance: its receipt, the values served beside it, and the days of the series it is of.
 *
 * @param series - null when the days are not known.
 */
export function checkPerformance(
  served: PerformanceData,
  series: readonly SeriesDay[] | null,
  { chain, address }: VaultAddress,
): CheckedPerformance {
  const { receipt, ...values } = served
  const recomputed = recomputeReceipt(receipt, 'week')
  if (!recomputed.ok) return { check: checkOf([recomputed.comparison]), again: null }
  const { again } = recomputed
  const { inputs } = again
  const subject = {
    chain: inputs.chain,
    vault: inputs.last.vault.toLowerCase(),
    day: inputs.last.day,
    on: inputs.last.chain,
  }
  const expected = { chain, vault: address.toLowerCase(), day: inputs.day, on: chain }
  return {
    again,
    check: checkOf([
      comparisonOf('The receipt is about this vault and chain', subject, expected),
      recomputed.comparison,
      comparisonOf(
        'The values served beside it follow from it',
        values,
        performanceOf(performanceValuesOf(again)),
      ),
      series === null
        ? openComparison(weekTitle, 'The days are not given.')
        : weekComparison(again, series),
    ]),
  }
}

const weekTitle = 'The days of the receipt are those of the series'

function weekComparison({ inputs }: PerformanceReceipt, series: readonly SeriesDay[]): Comparison {
  const { first, between, last, day } = inputs
  const byDay = new Map(series.map((seriesDay) => [seriesDay.day, seriesDay]))
  const named = [endOf(first), ...between, endOf(last)]
  const days = named.map((_, index) => shiftDay(day, index + 1 - named.length))
  const without = days.filter((name) => {
    const seriesDay = byDay.get(name)
    return seriesDay !== undefined && seriesDay.entry !== null && seriesDay.receipt === null
  })
  if (without.length > 0)
    return openComparison(weekTitle, `Without a receipt: ${without.join(', ')}.`)
  const expected = days.map((name) => {
    const receipt = byDay.get(name)?.receipt ?? null
    return receipt === null ? null : comparableEndOf(dayEndOf(receipt.inputs.today))
  })
  return comparisonOf(
    weekTitle,
    named.map((end) => (end === null ? null : comparableEndOf(end))),
    expected,
  )
}

function endOf(state: VaultState | null): DayEnd | null {
  return state === null ? null : dayEndOf(state)
}
