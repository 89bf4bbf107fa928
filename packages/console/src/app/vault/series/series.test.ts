import { seriesOf } from '@vaultwright/check'
import { type DailyEntry, navDataOf } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureText, pointOf } from './measure.ts'
import { gapsOf, lastDaysOf } from './series.ts'
import { parseVaultSearch } from './vault-search.ts'

const entryOf = (day: string, price: number | null = 1): DailyEntry => ({
  vault_address: `0x${'1'.repeat(40)}`,
  chain: 'local',
  as_of: `${day}T12:00:00Z`,
  block_number: 7,
  daily_apy: null,
  price_usd: null,
  share_price: price,
  total_assets: null,
  tvl_usd: '1234.56',
  ...navDataOf(null, 50),
})

test('law: a series has each day of the calendar once, and each entry in its place', () => {
  const offsets = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(offsets, (days) => {
      const names = days.map((day) =>
        new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
      )
      const series = seriesOf(names.map((name) => entryOf(name)))
      expect(series).toHaveLength(Math.max(...days) - Math.min(...days) + 1)
      expect(gapsOf(series)).toBe(series.length - days.length)
      for (const { day, entry } of series) expect(entry !== null).toBe(names.includes(day))
      expect(lastDaysOf(series, '7').length).toBe(Math.min(7, series.length))
    }),
  )
})

test('default: a gap has no point, and its text says why', () => {
  const series = seriesOf([entryOf('2026-01-01'), entryOf('2026-01-03', null)])
  expect(series.map((day) => pointOf(day, 'price'))).toEqual([1, null, null])
  expect(measureText(series[1]!, 'price', 'WETH')).toEqual({
    value: null,
    reason: 'The service has no value for this day.',
  })
  expect(measureText(series[2]!, 'price', 'WETH').value).toBeNull()
  expect(measureText(series[0]!, 'tvl', 'WETH').value).toBe('$1,234.56')
  expect(measureText(series[0]!, 'week', 'WETH').reason).toMatch(/receipt/)
  expect(seriesOf([])).toEqual([])
})

test('refuses: parts of an address that mean nothing here', () => {
  expect(parseVaultSearch({ show: 'tvl', span: 30, as: 'table', why: '2026-01-02' })).toEqual({
    show: 'tvl',
    span: '30',
    as: 'table',
    why: '2026-01-02',
  })
  expect(parseVaultSearch({ show: 'toString', span: '31', as: 'x', why: '<b>' })).toEqual({})
})
