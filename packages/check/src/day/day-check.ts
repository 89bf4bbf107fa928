import {
  type DailyReceipt,
  type DayEnd,
  dailyValuesOf,
  dayEndOf,
  shiftDay,
} from '@vaultwright/valuation'
import { dailyGrowthOf, navFields } from '@vaultwright/wire'
import {
  type Comparison,
  checkOf,
  comparisonOf,
  type Judgement,
  openComparison,
  recomputeReceipt,
} from './receipt-check.ts'
import type { SeriesDay } from './series.ts'

/** The vault of the page. */
export type VaultAddress = { readonly chain: string; readonly address: string }

/**
 * Judges a day: its receipt is about this vault and day, the formula gives its result, the values served
 * beside it follow from it, and the day before that it names is the one of the series.
 */
export function checkDay(
  day: SeriesDay,
  before: SeriesDay | undefined,
  vault: VaultAddress,
): Judgement {
  const { entry } = day
  if (entry === null) return checkOf([])
  const recomputed = recomputeReceipt(entry.receipt, 'day')
  if (!recomputed.ok) return checkOf([recomputed.comparison])
  const { again } = recomputed
  const { receipt: _, ...served } = entry
  return checkOf([
    subjectComparison(again, day.day, vault),
    recomputed.comparison,
    comparisonOf(
      'Growth, share price and totals served beside it follow from it',
      Object.fromEntries(Object.entries(served).filter(([key]) => !(key in navFields))),
      dailyGrowthOf(dailyValuesOf(again.inputs.today, again.result)),
    ),
    beforeComparison(again, before),
  ])
}

function subjectComparison(
  { inputs }: DailyReceipt,
  day: string,
  { chain, address }: VaultAddress,
): Comparison {
  const { today } = inputs
  const served = { chain: today.chain, vault: today.vault.toLowerCase(), day: today.day }
  const expected = { chain, vault: address.toLowerCase(), day }
  return comparisonOf('The receipt is about this vault, chain and day', served, expected)
}

/** The title of the comparison with the day before: the first of a series has none. */
export const dayBeforeTitle = 'The day before in the receipt is the one of the series'

function beforeComparison({ inputs }: DailyReceipt, before: SeriesDay | undefined): Comparison {
  const { today, before: named } = inputs
  const yesterday = shiftDay(today.day, -1)
  const inSeries = before?.day === yesterday && before.entry !== null ? before : null
  if (inSeries === null)
    return named === null
      ? comparisonOf(dayBeforeTitle, null, null)
      : comparisonOf(dayBeforeTitle, comparableEndOf(named), 'no such day in the series')
  if (inSeries.receipt === null)
    return openComparison(dayBeforeTitle, `${yesterday} came without a receipt.`)
  const end = comparableEndOf(dayEndOf(inSeries.receipt.inputs.today))
  return named === null
    ? comparisonOf(dayBeforeTitle, 'not measured', end)
    : comparisonOf(dayBeforeTitle, comparableEndOf(named), end)
}

/** The end of a day; a price that is not known is compared without its reason. */
export function comparableEndOf({ day, block, base, sharePrice, isPaused }: DayEnd) {
  return { day, block, base, sharePrice: sharePrice.value, isPaused }
}
