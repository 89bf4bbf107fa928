import fc from 'fast-check'
import { expect, test } from 'vitest'
import { points } from '../../../../test/support/service/day-row.ts'
import { navDataOf } from '../field/nav.ts'
import { type DayWithNav, dailyEntriesText, dailyEntryOf } from './daily.ts'

const vault = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'

test('law: the text of days is the text that JSON gives of their entries', () =>
  fc.assert(
    fc.property(fc.array(points, { maxLength: 5 }), (list) => {
      const days = list.map((point) => ({ ...point, chain: 'local', vault }))
      const entries = days.map((one) => dailyEntryOf(one, 50))
      expect(dailyEntriesText(days, 50)).toBe(JSON.stringify(entries))
    }),
  ))

test('golden: a day of which nothing is known, and one beyond what numbers hold', () => {
  const unknown: DayWithNav = {
    chain: 'a "chain"',
    vault,
    day: '2025-12-31',
    atUnix: 1_767_225_599n,
    blockNumber: 7n,
    dailyApy: null,
    priceUsd: null,
    sharePrice: null,
    totalAssets: null,
    tvlUsd: null,
    nav: null,
  }
  const beyond = { ...unknown, sharePrice: `-${'9'.repeat(400)}`, tvlUsd: '0.1' }
  const head = `{"vault_address":"${vault}","chain":"a \\"chain\\"","as_of":"2025-12-31T23:59:59Z","block_number":7,"daily_apy":null,"price_usd":null`
  const nav = JSON.stringify(navDataOf(null, 50)).slice(1, -1)
  expect(dailyEntriesText([unknown, beyond], 50)).toBe(
    `[${head},"share_price":null,"total_assets":null,"tvl_usd":null,${nav}},${head},"share_price":-1.7976931348623157e+308,"total_assets":null,"tvl_usd":"0.1",${nav}}]`,
  )
})
