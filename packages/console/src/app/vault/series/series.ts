import type { SeriesDay } from '@vaultwright/check'
import { daysBetween } from '@vaultwright/valuation'
import type { Span } from './vault-search.ts'

/** Cuts a series to its last days. */
export function lastDaysOf(series: readonly SeriesDay[], span: Span): readonly SeriesDay[] {
  const last = series.at(-1)
  if (last === undefined || span === 'all') return series
  return series.filter(({ day }) => daysBetween(day, last.day) < Number(span))
}

/** Counts the days of the calendar that have no value. */
export function gapsOf(series: readonly SeriesDay[]): number {
  return series.filter(({ entry }) => entry === null).length
}
