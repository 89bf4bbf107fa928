import type { SeriesDay } from '@vaultwright/check'
import { expect, test } from 'vitest'
import { dayCsvOf } from './day-csv.ts'

const knownValue = (value: string) => ({ value, reason: null })

test('golden: days as CSV keep every digit, and what is not knownValue is empty', () => {
  const days = [
    { day: '2026-01-01', entry: null, receipt: null, weekApy: { value: null, reason: 'none' } },
    {
      day: '2026-01-02',
      entry: {
        block_number: 12,
        share_price: 1.0015,
        daily_apy: 0.0000004,
        total_assets: '460.654612345678901234',
        tvl_usd: null,
      },
      receipt: {
        result: { sharePrice: knownValue('1.001500000000000001'), dailyApy: { value: null } },
      },
      weekApy: knownValue('0.0145'),
    },
  ] as unknown as SeriesDay[]
  expect(dayCsvOf(days)).toBe(
    [
      'day,block,share_price,total_assets,tvl_usd,daily_apy,apy_7_days',
      '2026-01-01,,,,,,',
      '2026-01-02,12,1.001500000000000001,460.654612345678901234,,0.0000004,0.0145',
      '',
    ].join('\r\n'),
  )
})
