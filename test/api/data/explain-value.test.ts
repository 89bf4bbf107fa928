import { createClient } from '@vaultwright/client'
import type { Derived, VaultRef } from '@vaultwright/store'
import { recompute, type VaultState } from '@vaultwright/valuation'
import type { ReceiptData } from '@vaultwright/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daySourceOf, deriveDays, receiptAt } from '../../../workers/indexer/src/derive/derive.ts'
import { currentFormulas } from '../../../workers/indexer/src/value/formula.ts'
import { runsOf } from '../../support/runs.ts'
import { addressOf, dayOf, draftOf, rootOfNumber } from '../../support/store/store-fixture.ts'
import { openTestApi, type TestApi, type TestTenant, testActor } from '../support/harness.ts'

/** A service whose values are computed from readings, stored, and given out over HTTP, checked by the receiver. */
let api: TestApi
let baseUrl: string
let count = 0
const place: VaultRef = { chain: 'base', vault: addressOf(1) }
const request = { chain: place.chain, vault_address: place.vault, explain: true }
const runs = { numRuns: runsOf(0.1) }

beforeAll(async () => {
  api = await openTestApi()
  baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

/** The values that may differ on each day. */
type Day = {
  /** Base units; null when the accountant did not say it. */
  readonly rate: string | null
  readonly isPaused?: boolean
  readonly supply?: string | null
}

function measuredOf(
  index: number,
  { rate, isPaused = false, supply = '5000000' }: Day,
): VaultState {
  const day = dayOf(index)
  const usd = { address: addressOf(40), symbol: 'USDC', decimals: 6 }
  const atUnix = String(Date.parse(`${day}T23:59:59Z`) / 1000)
  return {
    chain: place.chain,
    vault: place.vault,
    day,
    block: { number: String(1_000 + index), hash: rootOfNumber(index), atUnix },
    share: { decimals: 6, supply },
    base: usd,
    accountant: {
      address: addressOf(41),
      kind: 'rate_providers',
      layout: 'current',
      rate,
      isPaused,
      exchangeRate: rate ?? '1000000',
      highwaterMark: '1000000',
      feesOwed: '12',
      platformFeeBps: 100,
      performanceFeeBps: 1_000,
      updatedAtUnix: atUnix,
      bounds: { upperBps: 10_100, lowerBps: 9_900, minimumDelaySeconds: 3_600 },
      stream: null,
    },
    events: [],
    holdings: [
      {
        protocol: 'aave_v3',
        holder: place.vault,
        asset: usd,
        amount: '5000000',
        index: { key: 'aave_v3:supply', value: String(10n ** 27n + BigInt(index) * 10n ** 23n) },
        maturityUnix: null,
      },
    ],
    quotes: [
      {
        asset: usd.address,
        per: 'usd',
        price: '0.9998',
        source: 'fixed',
        atUnix,
        confidence: null,
        kind: 'fixed',
      },
    ],
    failures: [],
  }
}

/** A tenant whose vault has readings of these days, and all that follows from them. */
async function enter(days: readonly Day[]): Promise<TestTenant> {
  const home = await api.addTenant(`valued-${++count}`)
  const { id } = home.tenant
  const { readings, derived, vaults } = api.store
  await vaults.put(id, draftOf(1, [place.chain]), testActor)
  const all = days.map((day, index) => measuredOf(index, day))
  for (const { day, block, ...pointFields } of all) {
    const blockFields = { blockNumber: BigInt(block.number), blockHash: block.hash }
    const body = JSON.stringify({ day, block, ...pointFields })
    await readings.put(
      id,
      { ...place, day, ...blockFields, atUnix: BigInt(block.atUnix), body },
      null,
    )
  }
  const names = all.map(({ day }) => day)
  const range = { from: names[0]!, to: names.at(-1)! }
  const query = { ...place, range, withOtherChains: true, reason: 'Of a test.' }
  const scope = { snapshot: names, daily: names, performance: names }
  const stateOf = (body: string) => JSON.parse(body) as VaultState
  await derived.derive(id, query, (rows) => {
    const source = daySourceOf(rows, (row) => ({
      ...row,
      state: stateOf(row.body),
      digests: { state: '', share: '', end: '' },
    }))
    const derivation = deriveDays(
      source,
      { vaultRef: place, otherChains: [], days: scope },
      currentFormulas,
    )
    const { dailyPoints, performances } = derivation
    const whole = <Value extends { readonly day: string }>(
      kind: 'daily' | 'performance',
      all: readonly Derived<Value>[],
    ) =>
      all.map((one) => {
        const query = { chain: place.chain, day: one.value.day, otherChains: [] }
        return { ...one, receipt: JSON.stringify(receiptAt(kind, query, source)) }
      })
    return {
      ...derivation,
      dailyPoints: whole('daily', dailyPoints),
      performances: whole('performance', performances),
    }
  })
  return home
}

const clientOf = async ({ keyOf }: TestTenant) =>
  createClient({ baseUrl, apiKey: await keyOf('viewer'), maxRetries: 0 })

/** JSON with its keys in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

const valueIn = ({ result }: ReceiptData, name: string) =>
  (result[name] as { readonly value: string | null }).value
const numberIn = (receipt: ReceiptData, name: string) => {
  const value = valueIn(receipt, name)
  return value === null ? null : Number(value)
}

const days: fc.Arbitrary<Day> = fc.record({
  rate: fc.option(fc.integer({ min: 990_000, max: 1_020_000 }).map(String), { nil: null, freq: 9 }),
  isPaused: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  supply: fc.constantFrom('5000000', '5000000', '0', null),
})

test('default: a receipt computes to the same value, and the row says the same', async () => {
  const histories = fc.array(days, { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const client = await clientOf(await enter(history))
      let index = 0
      for await (const entry of client.dailyData({ ...request, page_size: 4 })) {
        const receipt = entry.receipt!
        expect(canonical(recompute(receipt))).toBe(canonical(receipt))
        expect(entry.share_price).toBe(numberIn(receipt, 'sharePrice'))
        expect(entry.daily_apy).toBe(numberIn(receipt, 'dailyApy'))
        expect(entry.total_assets).toBe(valueIn(receipt, 'totalAssets'))
        expect(entry.price_usd).toBe(valueIn(receipt, 'priceUsd'))
        expect(entry.tvl_usd).toBe(valueIn(receipt, 'tvlUsd'))
        expect(entry.share_price === null).toBe(history[index++]!.rate === null)
      }
      expect(index).toBe(history.length)
      const { data } = await client.getPerformance(request)
      const receipt = data.receipt!
      expect(canonical(recompute(receipt))).toBe(canonical(receipt))
      expect(data.apy).toBe(numberIn(receipt, 'apy'))
      const { real_apy, maturity_apy, fee } = data.global_apy_breakdown
      expect(real_apy).toBe(numberIn(receipt, 'realApy'))
      expect(maturity_apy).toBe(numberIn(receipt, 'maturityApy'))
      expect(fee).toBe(numberIn(receipt, 'feeDrag'))
    }),
    runs,
  )
})

test('error: computing again detects a receipt that was changed on its way', async () => {
  const client = await clientOf(await enter([{ rate: '1000000' }, { rate: '1000100' }]))
  const { data } = await client.listDailyData(request)
  const text = canonical(data[1]!.receipt)
  expect(canonical(recompute(JSON.parse(text)))).toBe(text)
  const changed = text.replace('"rate":"1000100"', '"rate":"1000200"')
  expect(changed).not.toBe(text)
  expect(canonical(recompute(JSON.parse(changed)))).not.toBe(changed)
})

test('behavior: a vault whose share price is not known is null everywhere, with reasons, and never zero', async () => {
  const home = await enter(Array.from({ length: 9 }, () => ({ rate: null, supply: null })))
  const headers = await home.as('viewer')
  const get = async (rest: string) => {
    const path = `/v1/vaults/${place.chain}/${place.vault}${rest}`
    const { status, body } = await api.ask('GET', path, { headers })
    expect([rest, status]).toEqual([rest, 200])
    return body.data
  }
  const unpriced = { share_price: null, total_assets: null, total_supply: null }
  expect(await get('/metrics/snapshot/latest')).toMatchObject({ ...unpriced, base_asset: 'USDC' })
  for (const snapshot of await get('/metrics/snapshot')) expect(snapshot).toMatchObject(unpriced)
  const entries = await get('/dailyData?explain=true')
  expect(entries).toHaveLength(9)
  for (const { receipt, ...entry } of entries) {
    expect(entry).toMatchObject({ share_price: null, daily_apy: null, total_assets: null })
    expect(entry).toMatchObject({ price_usd: null, tvl_usd: null })
    for (const name of ['sharePrice', 'dailyApy', 'totalAssets', 'priceUsd', 'tvlUsd']) {
      expect(receipt.result[name]).toEqual({ value: null, reason: expect.stringMatching(/.\.$/) })
    }
  }
  const { receipt, ...week } = await get('/performance?explain=true')
  expect(week).toMatchObject({ apy: null, performance_fees: 0.1, fees: 0.01 })
  expect(week.global_apy_breakdown.fee).toBeNull()
  expect(receipt.result.apy).toEqual({ value: null, reason: expect.stringMatching(/.\.$/) })
  // The client takes null for what it is, too.
  const { data } = await (await clientOf(home)).getLatestSnapshot({
    chain: place.chain,
    vault_address: place.vault,
  })
  expect([data.share_price, data.total_supply]).toEqual([null, null])
})
