import type { SeriesDay } from '@vaultwright/check'
import { checkDay, type VaultAddress } from '@vaultwright/check'

/** The result for all days of a series. */
export type SeriesCheck = {
  readonly same: number
  /** Days that differ from what they were computed from. */
  readonly different: readonly string[]
  /** Days of which something could not be compared. */
  readonly open: readonly string[]
  readonly milliseconds: number
}

/** Days that are computed without a pause: the page stays responsive. */
const slice = 12

/**
 * Judges every day of a series, in slices.
 *
 * @param report - called after each slice with the count of days that are done.
 */
export async function runSeriesCheck(
  series: readonly SeriesDay[],
  vault: VaultAddress,
  report: (done: number) => void,
): Promise<SeriesCheck> {
  const different: string[] = []
  const open: string[] = []
  let same = 0
  let milliseconds = 0
  for (let from = 0; from < series.length; from += slice) {
    const started = performance.now()
    for (let index = from; index < Math.min(series.length, from + slice); index++) {
      const day = series[index]!
      if (day.entry === null) continue
      const { verdict } = checkDay(day, series[index - 1], vault)
      if (verdict.answer === 'yes') same++
      else (verdict.answer === 'no' ? different : open).push(day.day)
    }
    milliseconds += performance.now() - started
    report(Math.min(series.length, from + slice))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { same, different, open, milliseconds }
}
