import type { VaultRef } from '@vaultwright/store'
import { navDataOf } from '@vaultwright/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressOf,
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
  snapshotOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
const vault = addressOf(1)
const place: VaultRef = { chain: 'base', vault }
const path = `/v1/vaults/base/${vault}`
const bare = `/v1/vaults/ethereum/${vault}`

beforeAll(async () => {
  api = await openTestApi()
  headers = await api.as('viewer')
  const { id } = api.tenant
  await api.store.vaults.put(id, draftOf(1), testActor)
  for (let day = 0; day < 45; day++) {
    const atUnix = BigInt(Date.parse(`${dayOf(day)}T23:59:59Z`) / 1000)
    await api.store.snapshots.put(id, { ...snapshotOf(place, dayOf(day)), atUnix })
    await api.store.dailyPoints.put(id, [{ ...pointOf(place, dayOf(day)), atUnix }])
  }
  const rich = { dailyApy: '0.0155', sharePrice: '1.000000000000000000123', tvlUsd: '12.50' }
  const point = { ...pointOf(place, dayOf(45), '1234.5'), atUnix: 1_771_113_600n, ...rich }
  await api.store.dailyPoints.put(id, [point])
  await api.store.performances.put(id, performanceOf(place, '2026-02-14'))
  await api.store.performances.put(id, performanceOf(place, '2026-02-15', '0.043'))
})
afterAll(() => api.close())

const ask = async (rest: string) => api.ask('GET', `${path}${rest}`, { headers })

test('default: 2.10 and 4.8 the newest snapshot has every field, decimals as texts', async () => {
  const { status, body } = await ask('/metrics/snapshot/latest')
  expect(status).toBe(200)
  expect(body).toEqual({
    data: {
      chain: 'base',
      vault_address: vault,
      block_number: 21_000_000,
      as_of: `${dayOf(44)}T23:59:59Z`,
      snapshot_type: 'yield_streaming',
      share_price: '1.5',
      total_assets: '1.5',
      total_supply: '1.5',
      base_asset: 'USDC',
      net_assets: '1.5',
      fees_owed: '0.25',
      nav_gap: '-0.5',
      nav_gap_relative: null,
      nav_gap_bound: '0.005',
      nav_reason: 'The total assets are not above zero.',
      nav_left_out: 3,
      flags: [
        {
          flag: 'nav_open',
          reason:
            'The most that the vault is worth is not known. A holding in aave has no worth: T.',
        },
        {
          flag: 'rate_headroom',
          reason:
            'The counted rate, 1.5, is near or beyond the highest, 1.01, that the accountant takes next without a pause.',
        },
      ],
      worth_bounds: {
        lower: '1.5',
        upper: null,
        gap_lower: '-0.5',
        gap_upper: null,
        open: [{ side: 'upper', reason: 'A holding in aave has no worth: T.' }],
        next_rate: {
          lowest: '0.99',
          highest: '1.01',
          counted: '1.5',
          counted_reason: null,
          room_below: '1',
          room_above: '0.125',
          earliest_at: '2027-01-15T08:00:00Z',
          update: 'passes',
        },
        next_rate_reason: null,
      },
      allowances: [
        { raw_amount: String(2n ** 256n - 1n), is_unlimited: true },
        { raw_amount: null, is_unlimited: false },
      ].map((entry) => expect.objectContaining({ owner: vault, ...entry })),
      allowances_note: 'Approval events could not be read.',
      positions: [{ protocol: 'aave', asset: 'USDC', balance: '1.5' }],
      prices: { ethereum: expect.objectContaining({ USDC: '1' }) },
      yield_streaming: { vested_amount: '1.5', vesting_duration_seconds: 86_400 },
    },
  })
})

test('behavior: 2.10 streaming is absent from a vault that does not stream', async () => {
  const otherTenant = await api.addTenant('plain')
  await api.store.vaults.put(otherTenant.tenant.id, draftOf(1), testActor)
  const snapshot = { ...snapshotOf(place, dayOf(0)), type: 'fixed_rate', yieldStreaming: null }
  await api.store.snapshots.put(otherTenant.tenant.id, snapshot)
  const { body } = await api.ask('GET', `${path}/metrics/snapshot/latest`, {
    headers: await otherTenant.as('viewer'),
  })
  expect(body.data.snapshot_type).toBe('fixed_rate')
  expect('yield_streaming' in body.data).toBe(false)
})

test('behavior: 4.9 the history is newest first, 20 a page', async () => {
  const days: string[] = []
  for (let next = ''; ; ) {
    const { body } = await ask(`/metrics/snapshot${next}`)
    expect(body.page.page_size).toBe(20)
    days.push(...body.data.map((one: { as_of: string }) => one.as_of.slice(0, 10)))
    if (!body.page.has_more) break
    expect(body.data).toHaveLength(20)
    next = `?cursor=${body.page.next_cursor}`
  }
  expect(days).toEqual(Array.from({ length: 45 }, (_, index) => dayOf(44 - index)))
})

test('behavior: 4.9 the history knows no page_size', async () => {
  const { status, body } = await ask('/metrics/snapshot?page_size=5')
  expect([status, body.detail[0].loc]).toEqual([422, ['query', 'page_size']])
})

test('behavior: 2.13 a day has every field; floats are floats and amounts are texts', async () => {
  const { status, body } = await ask(`/dailyData?from=${dayOf(45)}`)
  expect(status).toBe(200)
  expect(body.data).toEqual([
    {
      vault_address: vault,
      chain: 'base',
      as_of: '2026-02-15T00:00:00Z',
      block_number: 21_000_000,
      daily_apy: 0.0155,
      price_usd: '1234.5',
      share_price: 1,
      total_assets: '1234.5',
      tvl_usd: expect.stringMatching(/^12\.50?$/),
      // There is no snapshot of that day.
      ...navDataOf(null, 50),
    },
  ])
})

test('behavior: 4.11 without a range, every day in order, and meta says which', async () => {
  const { body } = await ask('/dailyData?page_size=100')
  const days = body.data.map((one: { as_of: string }) => one.as_of.slice(0, 10))
  expect(days).toEqual(Array.from({ length: 46 }, (_, index) => dayOf(index)))
  expect(body.meta).toEqual({ from: `${dayOf(0)}T00:00:00Z`, to: `${dayOf(45)}T00:00:00Z` })
  expect(body.page).toEqual({ next_cursor: null, page_size: 100, has_more: false })
})

test.each([
  [dayOf(3), dayOf(5)],
  [`${dayOf(3)}T12:00:00Z`, `${dayOf(5)}T23:59:59.000Z`],
  [`${dayOf(4)}T00:30:00%2B02:00`, `${dayOf(5)}T21:59:59-02:00`],
])('behavior: 4.11 from %s to %s includes the days of both ends', async (from, to) => {
  const { body } = await ask(`/dailyData?from=${from}&to=${to}`)
  const days = body.data.map((one: { as_of: string }) => one.as_of.slice(0, 10))
  expect(days).toEqual([dayOf(3), dayOf(4), dayOf(5)])
  expect(body.meta.from.slice(0, 10)).toBe(dayOf(3))
  expect(body.meta.to.slice(0, 10)).toBe(dayOf(5))
})

test.each([
  // Each point is of the last second of its day, that of day 45 of the first.
  [`from=${dayOf(3)}T23:59:59Z&to=${dayOf(5)}T23:59:58Z`, [dayOf(3), dayOf(4)]],
  [`from=${dayOf(3)}&to=${dayOf(4)}T23:59:59Z`, [dayOf(3), dayOf(4)]],
  [`from=${dayOf(3)}T00:00:01Z&to=${dayOf(3)}T23:59:58Z`, []],
  [`from=${dayOf(45)}T12:00:00Z`, []],
  ['from=2999-01-01', []],
  ['to=1999-01-01', []],
])(
  'law: 4.11 %s gives the points whose own as_of is within, and meta in order',
  async (query, days) => {
    const { status, body } = await ask(`/dailyData?${query}`)
    expect(status).toBe(200)
    expect(body.data.map((one: { as_of: string }) => one.as_of.slice(0, 10))).toEqual(days)
    expect(body.meta.from <= body.meta.to).toBe(true)
  },
)

test('refuses: 4.11 and everywhere a query parameter that the operation does not know', async () => {
  const headers = await api.as('viewer')
  for (const path of [
    `/v1/vaults?foo=1`,
    `/v1/vaults/base/${vault}?foo=1`,
    `/v1/vaults/base/${vault}/dailyData?form=2026-01-01`,
    `/v1/vaults/base/${vault}/performance?foo=1`,
    `/v1/vaults/base/${vault}/metrics/snapshot/latest?foo=1`,
    `/v1/trees/${'a'.repeat(64)}?foo=1`,
    '/v1/tx-builder/health?foo=1',
  ]) {
    const { status, body } = await api.ask('GET', path, { headers })
    const [entry] = body.detail ?? []
    expect([path, status, entry?.loc[0], entry?.type]).toEqual([
      path,
      422,
      'query',
      'extra_forbidden',
    ])
  }
})

test('behavior: 4.11 the next page needs the same from, to and page_size', async () => {
  const [from, to] = [dayOf(3), dayOf(9)]
  const first = await ask(`/dailyData?from=${from}&to=${to}&page_size=2`)
  const { next_cursor: cursor } = first.body.page
  const next = await ask(`/dailyData?from=${from}&to=${to}&page_size=2&cursor=${cursor}`)
  expect(next.body.data[0].as_of.slice(0, 10)).toBe(dayOf(5))
  const spelled = `from=${from}T00:00:00Z&to=${to}`
  const same = await ask(`/dailyData?${spelled}&page_size=2&cursor=${cursor}`)
  expect(same.body.data).toEqual(next.body.data)
  for (const query of [
    `from=${dayOf(2)}&to=${to}&page_size=2`,
    `from=${from}&to=${dayOf(10)}&page_size=2`,
    `from=${from}&page_size=2`,
    `to=${to}&page_size=2`,
    `from=${from}&to=${to}&page_size=3`,
    `from=${from}&to=${to}`,
  ]) {
    const { status, body } = await ask(`/dailyData?${query}&cursor=${cursor}`)
    expect([query, status]).toEqual([query, 422])
    expect(body.detail).toMatchObject([{ loc: ['query', 'cursor'] }])
  }
})

test('behavior: 4.11 a vault without days has none, and meta says so', async () => {
  const { status, body } = await api.ask('GET', `${bare}/dailyData`, { headers })
  expect([status, body.data, body.meta]).toEqual([200, [], { from: null, to: null }])
  const later = await ask('/dailyData?from=2030-01-01')
  expect(later.body.data).toEqual([])
})

test.each([
  'from=2026-02-30',
  'to=2026-13-01',
  'from=99999-01-01',
  'from=',
  'to=',
  'from=today',
  'from=2026-02-01T00:00:00',
  'from=2026-02-02&to=2026-02-01',
  'from=2026-02-02&to=2026-02-02',
  "from=2026-01-01'%20OR%20'1'='1",
  'from=%00',
])('behavior: 7.2 daily data with %s is validation_failed in the error envelope', async (query) => {
  const { status, body } = await ask(`/dailyData?${query}`)
  expect([status, body.error.code]).toEqual([422, 'validation_failed'])
})

test('behavior: 4.11 reports what is wrong with the range before it looks for the vault', async () => {
  const missing = `/v1/vaults/base/${addressOf(77)}/dailyData?from=x`
  const { status } = await api.ask('GET', missing, { headers })
  expect(status).toBe(422)
})

test('behavior: 4.11 a name that stands twice in the query is refused', async () => {
  const { status, body } = await ask('/dailyData?from=2026-01-01&from=2026-01-02')
  expect([status, body.detail[0].loc]).toEqual([422, ['query', 'from']])
})

test('behavior: 2.14 and 4.12 the newest performance, as of the start of its day', async () => {
  const { status, body } = await ask('/performance')
  const real = { chain: 'base', protocol: 'aave', allocation: 0.5, apy: 0.043 }
  const maturity = { ...real, protocol: 'pendle', apy_net: 0.043, asset: 'PT' }
  expect(status).toBe(200)
  expect(body).toEqual({
    data: {
      vault_address: vault,
      chain: 'base',
      as_of: '2026-02-15T00:00:00Z',
      window_days: 7,
      apy: 0.043,
      fees: null,
      performance_fees: null,
      global_apy_breakdown: { real_apy: 0.043, maturity_apy: null, fee: 0.043 },
      maturity_apy_breakdown: [{ ...maturity, maturity: '2030-03-17T17:46:40Z' }],
      real_apy_breakdown: [real],
    },
  })
})

test('behavior: 4.8 and 4.12 a vault without a snapshot or a performance says so', async () => {
  const snapshot = await api.ask('GET', `${bare}/metrics/snapshot/latest`, { headers })
  expect([snapshot.status, snapshot.body.error.code]).toEqual([404, 'snapshot_not_found'])
  const performance = await api.ask('GET', `${bare}/performance`, { headers })
  expect([performance.status, performance.body.error.code]).toEqual([404, 'performance_not_found'])
})

test('behavior: an answer follows each write at once', async () => {
  const before = await ask('/dailyData?page_size=1')
  await api.store.dailyPoints.put(api.tenant.id, [pointOf(place, '2025-12-31')])
  const after = await ask('/dailyData?page_size=1')
  expect(before.body.meta.from).toBe('2026-01-01T00:00:00Z')
  expect(after.body.meta.from).toBe('2025-12-31T00:00:00Z')
})
