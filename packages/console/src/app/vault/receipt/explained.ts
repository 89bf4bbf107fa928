import type { SeriesDay } from '@vaultwright/check'
import {
  checkDay,
  checkOf,
  checkPerformance,
  type Judgement,
  openComparison,
  type VaultAddress,
} from '@vaultwright/check'
import type { AnyReceipt } from '@vaultwright/valuation'
import { readReceipt } from '@vaultwright/valuation'
import type { PerformanceData, ReceiptData } from '@vaultwright/wire'

/** A value with its receipt, judged in this page. */
export type Explained = {
  readonly title: string
  readonly check: Judgement
  /** Of known shape; null where there is none. */
  readonly receipt: AnyReceipt | null
  /** As it was served. */
  readonly raw: ReceiptData | null
  /** For the downloaded file. */
  readonly fileName: string
  readonly milliseconds: number
}

/** Judges the receipt of a day; a day that the series does not have is not known. */
export function explainDay(
  day: string,
  series: readonly SeriesDay[],
  vault: VaultAddress,
): Explained {
  const index = series.findIndex((seriesDay) => seriesDay.day === day)
  const shown = series[index]
  const raw = shown?.entry?.receipt ?? null
  const started = performance.now()
  const check =
    shown === undefined || shown.entry === null
      ? checkOf([openComparison('The service has a value for this day', 'It has none.')])
      : checkDay(shown, series[index - 1], vault)
  const milliseconds = performance.now() - started
  const fileName = `receipt-${vault.chain}-${vault.address}-${day}.json`
  const receipt = shown?.receipt ?? null
  return { title: `Why ${day}`, check, receipt, raw, fileName, milliseconds }
}

/** Judges the receipt of the week. */
export function explainWeek(
  served: PerformanceData,
  series: readonly SeriesDay[],
  vault: VaultAddress,
): Explained {
  const started = performance.now()
  const { check } = checkPerformance(served, series, vault)
  const milliseconds = performance.now() - started
  const raw = served.receipt ?? null
  const day = served.as_of.slice(0, 10)
  return {
    title: `Why the week to ${day}`,
    check,
    receipt: knownReceiptOf(raw),
    raw,
    fileName: `receipt-${vault.chain}-${vault.address}-week-${day}.json`,
    milliseconds,
  }
}

function knownReceiptOf(raw: ReceiptData | null): AnyReceipt | null {
  try {
    const receipt = readReceipt(raw)
    return receipt.ok && 'last' in receipt.receipt.inputs ? receipt.receipt : null
  } catch {
    return null
  }
}
