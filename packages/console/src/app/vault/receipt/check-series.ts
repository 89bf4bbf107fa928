import type { SeriesDay } from '@vaultwright/check'
import { checkDay, type VaultAddress } from '@vaultwright/check'

/** The result for all days of a series. */
export type SeriesCheck = {
  readonly same: number
  /** Days that differ from what they were computed from. */
  readonly different: readonly string[]
  /** Days of which something could not be compared. */
  readonly open: readonly string[]
}

/** Days that are computed without a pause: the page stays responsive. */
const slice = 12

/** Judges every day of a series, in slices. */
export async function runSeriesCheck(
  series: readonly SeriesDay[],
  vault: VaultAddress,
): Promise<SeriesCheck> {
  const different: string[] = []
  const open: string[] = []
  let same = 0
  for (let from = 0; from < series.length; from += slice) {
    for (let index = from; index < Math.min(series.length, from + slice); index++) {
      const day = series[index]!
      if (day.entry === null) continue
      const { verdict } = checkDay(day, series[index - 1], vault)
      if (verdict.answer === 'yes') same++
      else (verdict.answer === 'no' ? different : open).push(day.day)
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { same, different, open }
}
