import type { SeriesDay } from '@vaultwright/check'
import type { Known } from '@vaultwright/valuation'
import type { DailyEntry } from '@vaultwright/wire'
import {
  columnNumber,
  dollarText,
  percentOf,
  percentText,
  plainText,
} from '../../part/text/number-text.ts'
import type { Measure } from './vault-search.ts'

/**
 * Reads the value of a day, for drawing alone: texts stay texts wherever they are read.
 *
 * @returns base asset a share, percent, or US dollars; null where it is not known.
 */
export function pointOf({ entry, weekApy }: SeriesDay, measure: Measure): number | null {
  if (entry === null) return null
  if (measure === 'price') return entry.share_price
  if (measure === 'tvl') return entry.tvl_usd === null ? null : Number(entry.tvl_usd)
  if (measure === 'daily') return entry.daily_apy === null ? null : 100 * entry.daily_apy
  return weekApy.value === null ? null : 100 * Number(weekApy.value)
}

/** Writes the value of a day with its unit, or why it is not known. */
export function measureText(day: SeriesDay, measure: Measure, base: string): Known<string> {
  const { entry, weekApy, receipt } = day
  if (entry === null) return { value: null, reason: 'The service has no value for this day.' }
  if (measure === 'week')
    return weekApy.value === null ? weekApy : knownText(percentOf(weekApy.value))
  const value = valueText(entry, measure, base)
  if (value !== null) return knownText(value)
  const reason = receipt?.result[resultFields[measure]].reason
  return { value: null, reason: reason ?? 'The service gave no reason.' }
}

const resultFields = { price: 'sharePrice', daily: 'dailyApy', tvl: 'tvlUsd' } as const

function valueText(
  entry: DailyEntry,
  measure: keyof typeof resultFields,
  base: string,
): string | null {
  const { share_price, daily_apy, tvl_usd } = entry
  if (measure === 'price')
    return share_price === null ? null : `${columnNumber(plainText(share_price), 6)} ${base}`
  if (measure === 'daily') return daily_apy === null ? null : percentText(daily_apy)
  return tvl_usd === null ? null : dollarText(tvl_usd)
}

function knownText(value: string): Known<string> {
  return { value, reason: null }
}
