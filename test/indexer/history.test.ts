import type { LocalChain } from '@vaultwright/chain'
import {
  currentFormulas,
  findIndexedVault,
  openContext,
  replayVault,
  statusOf,
} from '@vaultwright/indexer'
import {
  explainValue,
  isProven,
  isRecomputed,
  recomputeDay,
  type ValueKind,
} from '@vaultwright/operations'
import { recompute, shiftDay } from '@vaultwright/valuation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeededStore, type SeededStore, slug } from '../support/index/index-seed.ts'
import { type IndexerHarness, openIndexerHarness } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import { rowsOf } from './row.ts'

let local: LocalChain
let seeded: SeededStore
let harness: IndexerHarness

beforeAll(async () => {
  local = await startLocalChain()
  seeded = await openSeededStore(local.manifest)
  harness = await openIndexerHarness(seeded, { manifest: local.manifest, rpc: local.anvil.rpc })
  await harness.index()
})

afterAll(async () => {
  await harness?.close()
  await seeded?.close()
  await local?.anvil.close()
})

test('default: every day of both vaults is there once, within three round trips each', async () => {
  const rows = await rowsOf(seeded)
  const { days } = local.manifest
  for (const { readings, snapshots, points, receipts } of rows) {
    const readDays = readings.map(({ day }) => day)
    const expected = Array.from({ length: days - 1 }, (_, at) => shiftDay('2026-01-01', at))
    expect(readDays).toEqual(expected)
    expect(snapshots.map(({ day }) => day)).toEqual(expected)
    expect(points.map(({ day }) => day)).toEqual(expected)
    expect(receipts.every((receipt) => receipt !== null)).toBe(true)
  }
  expect(harness.asks()).toBeLessThanOrEqual(3 * rows.length * (days - 1))
  const indexed = harness.events.filter(({ event }) => event === 'day_indexed')
  expect(indexed).toHaveLength(rows.length * (days - 1))
  expect(harness.events.filter(({ event }) => event === 'task_failed')).toEqual([])
})

test('behavior: a second look finds nothing to do, and changes nothing', async () => {
  const before = await rowsOf(seeded)
  const eventCount = harness.events.length
  await harness.index()
  expect(await rowsOf(seeded)).toEqual(before)
  const more = harness.events.slice(eventCount)
  expect(more.filter(({ event }) => event === 'day_indexed' || event === 'revised')).toEqual([])
  const scanned = more.filter((one) => one.event === 'scanned')
  expect(scanned.map(({ missing, stale, flows }) => [missing, stale, flows])).toEqual([[0, 0, 0]])
})

test('behavior: another order and one task at once end in the same rows', async () => {
  const otherStore = await openSeededStore(local.manifest)
  const settings = {
    order: 'newest',
    revisionDays: null,
    priceDays: null,
    provesDays: false,
  } as const
  const node = { manifest: local.manifest, rpc: local.anvil.rpc }
  const backwards = await openIndexerHarness(otherStore, node, { settings, concurrency: 1 })
  await backwards.index()
  const plain = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
    rows.map(({ readings, ...fields }) => ({
      ...fields,
      readings: readings.map(({ day, digest, revision }) => ({ day, digest, revision })),
    }))
  expect(plain(await rowsOf(otherStore))).toEqual(plain(await rowsOf(seeded)))
  expect(backwards.events.filter(({ event }) => event === 'revised')).toEqual([])
  await backwards.close()
  await otherStore.close()
})

test('behavior: values that are gone come back from the readings, and no chain is asked', async () => {
  const before = await rowsOf(seeded)
  const offline = await offlineContext()
  for (const vaultRef of seeded.places) {
    const indexedVault = await findIndexedVault(offline, { tenantId: seeded.tenantId, ...vaultRef })
    const days = local.manifest.days - 1
    const order = { from: null, to: null, reason: 'To see whether it is the same.' }
    const none = { days, added: 0, completed: 0, revised: 0, unchanged: 3 * days }
    const stale = await replayVault(offline, indexedVault!, { ...order, values: 'stale' })
    expect(stale).toEqual({ ...none, stale: 0 })
    const all = await replayVault(offline, indexedVault!, { ...order, values: 'all' })
    expect(all).toEqual({ ...none, stale: 3 * days })
  }
  expect(await rowsOf(seeded)).toEqual(before)
})

test('behavior: another formula makes revisions of the values that it changes, and they stay readable', async () => {
  const [vaultRef] = seeded.places
  const day = '2026-01-20'
  const before = await seeded.store.dailyPoints.page(
    seeded.tenantId,
    { ...vaultRef!, from: day, to: day },
    { after: null, limit: 1 },
  )
  const context = await offlineContext({
    ...currentFormulas,
    names: { ...currentFormulas.names, daily: 'daily@2' },
    growDay: (inputs) => {
      const receipt = currentFormulas.growDay(inputs)
      const tvlUsd = { value: '1', reason: null }
      return { ...receipt, formula: 'daily@2', result: { ...receipt.result, tvlUsd } }
    },
  })
  const status = await statusOf(context, { vault: vaultRef!.vault })
  expect(status.map(({ staleDays }) => staleDays.length)).toEqual([local.manifest.days - 1])
  const indexedVault = await findIndexedVault(context, { tenantId: seeded.tenantId, ...vaultRef! })
  const reason = 'TVL counts otherwise.'
  const order = { from: day, to: day, reason } as const
  const count = await replayVault(context, indexedVault!, { ...order, values: 'stale' })
  const none = { days: 1, added: 0, completed: 0 }
  expect(count).toEqual({ ...none, stale: 1, revised: 1, unchanged: 2 })
  const daily = await explain(day, 'daily')
  expect(daily.checks.find(({ against }) => against === 'receipt')?.open).toContain('daily@2')
  expect(isProven(await explain(day, 'performance'))).toBe(true)
  const revisions = await seeded.store.revisions.list(seeded.tenantId, { ...vaultRef!, day })
  expect(revisions).toMatchObject([{ kind: 'daily', number: 0, reason }])
  expect(JSON.parse(revisions[0]!.body)).toMatchObject({ tvlUsd: before.items[0]!.tvlUsd })
  // The receipt of what gave way is whole: its inputs are those that it was computed from.
  const former = JSON.parse(revisions[0]!.receipt!)
  expect(former).toEqual(JSON.parse(JSON.stringify(recompute(former))))
  // A newer formula is nothing to take back, but for who orders all of it.
  const offline = await offlineContext()
  const stale = await replayVault(offline, indexedVault!, { ...order, values: 'stale' })
  expect(stale).toEqual({ ...none, stale: 0, revised: 0, unchanged: 3 })
  const back = await replayVault(offline, indexedVault!, { ...order, values: 'all' })
  expect(back).toEqual({ ...none, stale: 3, revised: 1, unchanged: 2 })
})

test('behavior: status reports the days, and the work that is left undone', async () => {
  const rows = await statusOf(harness.context, { tenantId: seeded.tenantId })
  expect(rows.map(({ name }) => name).sort()).toEqual(
    local.manifest.vaults.map(({ name }) => name).sort(),
  )
  for (const row of rows) {
    expect(row).toMatchObject({ missingDays: [], staleDays: [], failures: [], unknownRoots: 0 })
    expect(row.due).toEqual({ from: '2026-01-01', to: row.lastDay })
    expect(row.lagSeconds).toBeLessThanOrEqual(86_400)
  }
  expect(await statusOf(harness.context, { chain: 'mainnet' })).toEqual([])
})

test('behavior: every receipt of the history makes its result again', async () => {
  const [vaultRef] = seeded.places
  for (const { day } of await seeded.store.readings.marks(seeded.tenantId, vaultRef!)) {
    for (const kind of ['snapshot', 'daily', 'performance'] as const)
      expect([day, kind, isProven(await explain(day, kind))]).toEqual([day, kind, true])
  }
})

test('law: what accountants said at the end of each day follows from the day before and its events, to the wei', async () => {
  const { store, tenantId } = seeded
  const counts = new Map<string, number>()
  for (const place of seeded.places) {
    const vault = (await store.vaults.find(tenantId, place))!
    for (const { day } of await store.readings.marks(tenantId, place)) {
      const query = { store, vault, chain: place.chain, day, asOfUnix: null }
      for (const figure of await recomputeDay(query)) {
        const verdict = { true: 'same', false: 'different', null: 'open' }[
          `${isRecomputed(figure)}`
        ]
        const name = `${vault.name} ${figure.figure} ${verdict}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }
  }
  expect([...counts.keys()].filter((name) => name.endsWith('different'))).toEqual([])
  // Open are the first day, and a day with two updates.
  for (const name of local.manifest.vaults.map((vault) => vault.name))
    expect(counts.get(`${name} fees_owed same`)).toBe(local.manifest.days - 3)
  expect(counts.get('Local ETH fees_claimed same')).toBe(1)
})

async function explain(day: string, kind: ValueKind) {
  const { store, tenantId, places } = seeded
  const vault = (await store.vaults.find(tenantId, places[0]!))!
  return explainValue({ store, vault, chain: places[0]!.chain, day, kind, asOfUnix: null })
}

async function offlineContext(formulas = currentFormulas) {
  return openContext({
    ...harness.context,
    formulas,
    chains: async () => {
      throw new Error(`Somebody wants to ask ${slug}.`)
    },
  })
}
