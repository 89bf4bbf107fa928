import type { SeriesDay } from '@vaultwright/check'
import { plainText } from '../../part/text/number-text.ts'

const head = 'day,block,share_price,total_assets,tvl_usd,daily_apy,apy_7_days'

/**
 * Writes days as a table for a spreadsheet: exact decimals, of each day's receipt where one came; yields are fractions.
 *
 * @returns lines that end in CR LF, the oldest day first; a value that is not known is empty.
 */
export function dayCsvOf(days: readonly SeriesDay[]): string {
  const lines = days.map(({ day, entry, receipt, weekApy }) => {
    const result = receipt?.result
    const served = (value: number | null | undefined) => (value == null ? '' : plainText(value))
    return [
      day,
      entry?.block_number ?? '',
      result?.sharePrice.value ?? served(entry?.share_price),
      entry?.total_assets ?? '',
      entry?.tvl_usd ?? '',
      result?.dailyApy.value ?? served(entry?.daily_apy),
      weekApy.value ?? '',
    ].join(',')
  })
  return `${[head, ...lines].join('\r\n')}\r\n`
}
