import type { DailyPoint, VaultRef } from '@vaultwright/store'
import { navDataOf } from '@vaultwright/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openFreshPostgres } from '../../support/store/store-database.ts'
import {
  addressOf,
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
} from '../../support/store/store-fixture.ts'
import { dailyReceiptOf, derive, performanceReceiptOf } from '../support/explain-fixture.ts'
import {
  type Answered,
  openTestApi,
  type TestApi,
  type TestTenant,
  testActor,
} from '../support/harness.ts'

let api: TestApi
let postgres: TestApi
const runs = { numRuns: runsOf(0.2) }
const vault = addressOf(1)
const place: VaultRef = { chain: 'base', vault }
const path = `/v1/vaults/base/${vault}`
let count = 0

beforeAll(async () => {
  api = await openTestApi()
  const fresh = await openFreshPostgres()
  const store = await fresh.open({ migrate: true })
  postgres = await openTestApi({ store })
  return async () => {
    await postgres.close()
    await store.close()
    await fresh.drop()
  }
})
afterAll(() => api.close())

type Home = TestTenant & {
  readonly ask: (rest: string) => Promise<Answered>
  readonly put: (explanation: Parameters<typeof derive>[3]) => Promise<void>
}

/** A tenant of the test's own with a vault of which nothing is known. */
async function enter(on: TestApi = api): Promise<Home> {
  const home = await on.addTenant(`explained-${++count}`)
  const { id } = home.tenant
  await on.store.vaults.put(id, draftOf(1), testActor)
  const headers = await home.as('viewer')
  return {
    ...home,
    ask: (rest) => on.ask('GET', `${path}${rest}`, { headers }),
    put: (explanation) => derive(on.store, id, place, explanation),
  }
}

const explained = (point: DailyPoint, mark = '') => ({
  value: point,
  receipt: dailyReceiptOf(point, mark),
})

test('default: 2.13 and 2.14 with explain, word by word', async () => {
  const { ask, put } = await enter()
  const point = { ...pointOf(place, dayOf(3), '1.5'), dailyApy: '0.0155', atUnix: 1_800_000_000n }
  const performance = performanceOf(place, dayOf(3), '0.043')
  const receipt = {
    formula: 'daily@1',
    inputs: { today: { day: dayOf(3), quotes: [{ price: '1.000000000000000000000001' }] } },
    result: { sharePrice: { value: '1.5', reason: null }, flags: [] },
  }
  const whole = { ...receipt, formula: 'performance@1' }
  await put({
    dailyPoints: [{ value: point, receipt: JSON.stringify(receipt) }],
    performances: [{ value: performance, receipt: JSON.stringify(whole) }],
  })
  expect((await ask('/dailyData?explain=true')).body).toEqual({
    data: [
      {
        vault_address: vault,
        chain: 'base',
        as_of: '2027-01-15T08:00:00Z',
        block_number: 21_000_000,
        daily_apy: 0.0155,
        price_usd: '1.5',
        share_price: 1.5,
        total_assets: '1.5',
        tvl_usd: null,
        ...navDataOf(null, 50),
        receipt,
      },
    ],
    meta: { from: `${dayOf(3)}T00:00:00Z`, to: `${dayOf(3)}T00:00:00Z` },
    page: { next_cursor: null, page_size: 20, has_more: false },
  })
  const { body } = await ask('/performance?explain=true')
  expect(body.data).toMatchObject({ apy: 0.043, as_of: `${dayOf(3)}T00:00:00Z`, receipt: whole })
})

const decimals = fc
  .tuple(fc.nat({ max: 10 ** 6 }), fc.nat({ max: 999 }))
  .map(([above, below]) => `${above}.${String(below).padStart(3, '0')}1`)
const maybe = fc.option(decimals, { nil: null })
const histories = fc.array(
  fc.record({
    dailyApy: maybe,
    priceUsd: maybe,
    sharePrice: maybe,
    totalAssets: maybe,
    tvlUsd: maybe,
    isExplained: fc.boolean(),
    mark: fc.string({ unit: 'binary' }),
  }),
  { minLength: 1, maxLength: 12 },
)

test.each([
  ['SQLite', () => api],
  ['PostgreSQL', () => postgres],
])(
  'default: without explain nothing is other than without receipts, and with it each says the numbers of its row, on %s',
  async (_, on) => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 5 }), async (days, size) => {
        const [home, bare] = [await enter(on()), await enter(on())]
        const points = days.map(({ isExplained, mark, ...values }, index) => {
          const point: DailyPoint = { ...pointOf(place, dayOf(index)), ...values }
          return isExplained ? explained(point, mark) : { value: point, receipt: null }
        })
        await home.put({ dailyPoints: points })
        await bare.put({ dailyPoints: points.map(({ value }) => ({ value, receipt: null })) })
        expect((await home.ask('/dailyData')).text).toBe((await bare.ask('/dailyData')).text)
        const rows = await walk(home, size, () => '&explain=true')
        expect(rows).toHaveLength(days.length)
        for (const [index, { receipt, ...row }] of rows.entries()) {
          const { receipt: text } = points[index]!
          expect(receipt).toEqual(text === null ? null : JSON.parse(text))
          if (receipt === null) continue
          const { dailyApy, sharePrice, totalAssets, priceUsd, tvlUsd } = receipt.result
          expect(row.daily_apy).toBe(numberOf(dailyApy.value))
          expect(row.share_price).toBe(numberOf(sharePrice.value))
          expect(plain(row.total_assets)).toBe(plain(totalAssets.value))
          expect(plain(row.price_usd)).toBe(plain(priceUsd.value))
          expect(plain(row.tvl_usd)).toBe(plain(tvlUsd.value))
        }
        const stripped = rows.map(({ receipt: _receipt, ...row }) => row)
        expect(stripped).toEqual(await walk(bare, size, () => ''))
      }),
      runs,
    )
  },
)

const numberOf = (text: string | null) => (text === null ? null : Number(text))
/** The database drops zeros that say nothing. */
const plain = (text: string | null) => text?.replace(/(\.\d*?)0+$/, '$1') ?? null

// biome-ignore lint/suspicious/noExplicitAny: what it holds is what a test asserts
async function walk({ ask }: Home, size: number, asking: (page: number) => string): Promise<any[]> {
  const rows = []
  let next = ''
  for (let page = 0; ; page++) {
    const { status, body } = await ask(`/dailyData?page_size=${size}${asking(page)}${next}`)
    expect(status).toBe(200)
    rows.push(...body.data)
    if (!body.page.has_more) return rows
    next = `&cursor=${body.page.next_cursor}`
  }
}

test('behavior: 4.11 a cursor goes on with receipts or without', async () => {
  const { ask, put, ...home } = await enter()
  const points = [0, 1, 2, 3, 4].map((day) => pointOf(place, dayOf(day), `1.${day}`))
  await put({ dailyPoints: points.map((point) => explained(point)) })
  const cursorOf = async (rest: string) => (await ask(rest)).body.page.next_cursor
  const cursor = await cursorOf('/dailyData?page_size=1')
  for (const flag of ['true', 'false']) {
    expect(await cursorOf(`/dailyData?page_size=1&explain=${flag}`)).toBe(cursor)
  }
  const all = await walk({ ask, put, ...home }, 1, (page) => `&explain=${page % 2 === 0}`)
  expect(all.map((row) => 'receipt' in row)).toEqual([true, false, true, false, true])
  expect(all.map(({ share_price }) => share_price)).toEqual([1, 1.1, 1.2, 1.3, 1.4])
})

test('law: a page with receipts takes a turn a receipt, in which reads of others come between', async () => {
  const { ask, put, tenant } = await enter()
  const points = Array.from({ length: 44 }, (_, day) => pointOf(place, dayOf(day)))
  await put({ dailyPoints: points.map((point) => explained(point)) })
  const next = vi.spyOn(api.context.turns, 'next')
  onTestFinished(() => next.mockRestore())
  const turnsOf = async (rest: string) => {
    next.mockClear()
    expect((await ask(rest)).body.data).toHaveLength(44)
    return next.mock.calls.filter(([tenantId]) => tenantId === tenant.id).length
  }
  expect(await turnsOf('/dailyData?page_size=100')).toBe(0)
  expect(await turnsOf('/dailyData?page_size=100&explain=true')).toBe(45)
})

test('behavior: explain=false is as if nothing were said', async () => {
  const { ask, put } = await enter()
  await put({
    dailyPoints: [explained(pointOf(place, dayOf(1)))],
    performances: [{ value: performanceOf(place, dayOf(1)), receipt: null }],
  })
  for (const tail of ['/dailyData', '/performance']) {
    expect((await ask(`${tail}?explain=false`)).text).toBe((await ask(tail)).text)
  }
})

test('behavior: a value without a receipt says so', async () => {
  const { ask, tenant } = await enter()
  await api.store.dailyPoints.put(tenant.id, [pointOf(place, dayOf(1))])
  await api.store.performances.put(tenant.id, performanceOf(place, dayOf(1)))
  expect((await ask('/dailyData?explain=true')).body.data).toMatchObject([{ receipt: null }])
  expect((await ask('/performance?explain=true')).body.data.receipt).toBeNull()
})

test('behavior: the receipt of a performance is that of the newest, and says its numbers', async () => {
  const { ask, put } = await enter()
  const values = [1, 2].map((day) => performanceOf(place, dayOf(day), `0.0${day}`))
  await put({
    performances: values.map((value) => ({ value, receipt: performanceReceiptOf(value) })),
  })
  const { data } = (await ask('/performance?explain=true')).body
  expect(data.receipt).toEqual(JSON.parse(performanceReceiptOf(values[1]!)))
  expect(data.apy).toBe(Number(data.receipt.result.apy.value))
  expect(data.global_apy_breakdown.real_apy).toBe(Number(data.receipt.result.realApy.value))
})

test('behavior: a receipt follows its value, and answers with it are kept apart from those without', async () => {
  const { ask, put } = await enter()
  const counts = []
  for (const value of ['1.1', '1.2', '1.3']) {
    await put({ dailyPoints: [explained(pointOf(place, dayOf(1), value))] })
    for (const tail of ['/dailyData', '/dailyData?explain=true', '/dailyData']) {
      const [row] = (await ask(tail)).body.data
      counts.push([row.share_price, row.receipt?.result.sharePrice.value])
    }
  }
  expect(counts).toEqual(
    [1.1, 1.2, 1.3].flatMap((price) => [
      [price, undefined],
      [price, String(price)],
      [price, undefined],
    ]),
  )
})

test('behavior: values that are written while receipts are read have their own', async () => {
  const { put, tenant, as } = await enter()
  const headers = await as('viewer')
  const dayIn = (value: string) => explained(pointOf(place, dayOf(1), value))
  const weekIn = (value: string) => {
    const performance = performanceOf(place, dayOf(1), value)
    return { value: performance, receipt: performanceReceiptOf(performance) }
  }
  await put({ dailyPoints: [dayIn('1.1')], performances: [weekIn('0.1')] })
  let left = 0
  const receipt: TestApi['store']['derived']['receipt'] = async (...wanted) => {
    if (left > 0 && wanted[0] === tenant.id) {
      left--
      await put({ dailyPoints: [dayIn(`2.${left}1`)], performances: [weekIn(`0.2${left}1`)] })
    }
    return api.store.derived.receipt(...wanted)
  }
  const busy = { ...api.store, derived: { ...api.store.derived, receipt } }
  const racing = await openTestApi({ store: busy })
  onTestFinished(() => racing.close())
  for (const writes of [1, 3]) {
    left = writes
    const days = await racing.ask('GET', `${path}/dailyData?explain=true`, { headers })
    const [row] = days.body.data
    expect([row.total_assets, row.receipt.result.totalAssets.value]).toEqual(['2.01', '2.01'])
    left = writes
    const week = await racing.ask('GET', `${path}/performance?explain=true`, { headers })
    const { data } = week.body
    expect([data.apy, data.receipt.result.apy.value]).toEqual([0.201, '0.201'])
    await put({ dailyPoints: [dayIn('1.1')], performances: [weekIn('0.1')] })
  }
})

const flags = [
  'banana',
  '',
  'TRUE',
  'True',
  '1',
  '0',
  'yes',
  'null',
  'true%20',
  '%00',
  'true&explain=true',
]

test.each(['/dailyData', '/performance'])(
  'error: RequestInvalidError %s with an explain that is neither true nor false',
  async (rest) => {
    const { ask } = await enter()
    for (const flag of flags) {
      const { status, body } = await ask(`${rest}?explain=${flag}`)
      expect([flag, status, body.detail?.[0]]).toEqual([
        flag,
        422,
        expect.objectContaining({ loc: ['query', 'explain'], type: 'bool_parsing' }),
      ])
    }
  },
)

test('refuses: 4.12 a query parameter that performance does not know', async () => {
  const { ask, put } = await enter()
  await put({ performances: [{ value: performanceOf(place, dayOf(1)), receipt: null }] })
  expect((await ask('/performance?at=now&page_size=abc')).status).toBe(422)
})

test('error: 4.12 a malformed place is a vault that is not there, with explain too', async () => {
  const headers = await api.as('viewer')
  for (const place of [`ba_se/${vault}`, `base/${vault}0`, `${'l'.repeat(201)}/${vault}`]) {
    for (const query of ['', '?explain=true']) {
      const answer = await api.ask('GET', `/v1/vaults/${place}/performance${query}`, { headers })
      expect([place, answer.status, answer.body.error?.code]).toEqual([
        place,
        404,
        'vault_not_found',
      ])
    }
  }
})

test('error: StoreDamagedError a receipt that is none is not an answer', async () => {
  const lines: string[] = []
  const log = { write: (line: string) => lines.push(line) }
  const damaged = await openTestApi({ store: api.store, app: { log } })
  onTestFinished(() => damaged.close())
  const { put, as } = await enter()
  const headers = await as('viewer')
  const point = pointOf(place, dayOf(1))
  for (const [index, receipt] of ['{', '"a text"', '{"formula":"daily@1"}', 'null'].entries()) {
    await put({ dailyPoints: [{ value: { ...point, tvlUsd: `${index}` }, receipt }] })
    const answer = await damaged.ask('GET', `${path}/dailyData?explain=true`, { headers })
    expect([receipt, answer.status, answer.body.error.code]).toEqual([
      receipt,
      500,
      'internal_error',
    ])
    const plainly = await damaged.ask('GET', `${path}/dailyData`, { headers })
    expect(plainly.status).toBe(200)
  }
  expect(lines.join('')).toContain('StoreDamagedError')
})
