import { type IndexEvent, openBullQueue, parseRawReading, vaultStateOf } from '@vaultwright/indexer'
import type { Store, VaultRef } from '@vaultwright/store'
import type { Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type IndexWorld, openIndexWorld } from '../support/index-world/index-world.ts'
import { openBranch } from '../support/index-world/index-world-branch.ts'
import { type FastClock, openFastClock } from '../support/index-world/index-world-clock.ts'
import type { IndexHome } from '../support/index-world/index-world-home.ts'
import { lockHome } from '../support/index-world/index-world-lock.ts'
import { startIndexProcess } from '../support/index-world/index-world-process.ts'
import { emptyRedis } from '../support/index-world/index-world-redis.ts'
import { differenceOf, type IndexTables } from '../support/index-world/index-world-row.ts'
import {
  type IndexWorker,
  openIndexWorker,
  type WorkerPlan,
} from '../support/index-world/index-world-worker.ts'
import { type FaultName, type FaultyNode, openFaultyNode } from '../support/node/faulty-node.ts'
import { openRedis } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'
import { readUndisturbed } from './index-scenario.ts'

// What each fault ends in, as the README of the indexer says.

const probe = await openRedis()
await probe?.stop()
const hasRedis = canRun(probe !== null, 'there is no Redis')

let world: IndexWorld
let expectedTables: IndexTables
let node: FaultyNode
let clock: FastClock

beforeAll(async () => {
  world = await openIndexWorld()
  expectedTables = await readUndisturbed({ world, finality: { kind: 'tag', tag: 'latest' } })
  node = await openFaultyNode(world.anvil.url)
})
afterAll(async () => {
  await node?.close()
  await world?.close()
})
beforeEach(() => {
  node.clearFaults()
  node.prune(null)
  clock = openFastClock(world.manifest.head.timestamp)
})

const passing: readonly (readonly [string, FaultName, string])[] = [
  ['RPC 429', 'busy', 'rpc_http_status'],
  ['RPC 500', 'broken', 'rpc_http_status'],
  ['RPC timeout', 'hang', 'rpc_timeout'],
  ['RPC cut off', 'drop', 'rpc_network'],
  ['RPC garbage', 'garbage', 'rpc_truncated'],
  ['RPC truncated', 'truncate', 'rpc_truncated'],
  ['RPC quota', 'rate_limit', 'rpc_refused'],
  ['RPC wrong type', 'wrong_value', 'rpc_answer_malformed'],
]

test.each(passing)('behavior: %s is asked again until it passes', async (_, fault, code) => {
  const home = await openHome()
  const rpc = { timeoutMs: fault === 'hang' ? 500 : 60_000, retries: 0 }
  const worker = await open(home, { rpc })
  node.injectFaults({ seed: 7, share: 1, kinds: [fault] })
  await worker.begin()
  await expect.poll(() => codesIn(worker.events)).toContain(code)
  expect(decisionsIn(worker.events)).toEqual(['retry'])
  node.clearFaults()
  await finish(home, [worker])
})

test('behavior: a node of another chain is not read; the work that it met waits for a repair', async () => {
  const home = await openHome()
  const worker = await open(home, { concurrency: 1, rpc: { retries: 0 } })
  await worker.begin()
  await expect.poll(() => daysIn(worker.events)).toBeGreaterThan(1)
  node.injectFaults({ seed: 7, share: 1, kinds: ['wrong_chain'] })
  const second = await open(home)
  await second.begin()
  await expect.poll(() => codesIn(second.events)).toContain('wrong_chain')
  expect(daysIn(second.events)).toBe(0)
  expect(decisionsIn(second.events)).toEqual(['park'])
  node.clearFaults()
  await worker.close()
  await second.close()
  await repaired(home)
  await finish(home, [])
})

test('behavior: history that is gone parks the day with advice; repaired on an archive, it is read', async () => {
  const home = await openHome()
  node.prune(2n ** 200n)
  const worker = await open(home)
  while ((await worker.round()) > 0);
  const failures = await failuresOf(home, worker.store)
  expect(new Set(failures.map(({ code, state }) => `${code} ${state}`))).toEqual(
    new Set(['history_pruned parked']),
  )
  expect(failures[0]!.message).toContain('archive')
  expect(await worker.round()).toBe(0)
  node.prune(null)
  await worker.close()
  await repaired(home)
  await finish(home, [])
})

test('behavior: a price of zero is none: the dollar values are null with the reason, all else is there', async () => {
  // One unit in dollars, and zero for whatever is asked about an asset.
  const code = '0x366004106014576305f5e10060005260206000f35b60206000f3'
  const { store, home, day } = await readEtched('Price oracle', code)
  const [place] = home.places
  const point = await pointOf(store, home, { place: place!, day })
  expect(point).toMatchObject({ priceUsd: null, tvlUsd: null })
  expect(point.sharePrice).not.toBe(null)
  expect(await reasonsOf(store, home, { place: place!, day })).toEqual({
    unread: expect.stringContaining('The price is zero.'),
    result: { priceUsd: expect.any(String), tvlUsd: expect.any(String) },
  })
  expect(await failuresOf(home, store)).toEqual([])
})

test('behavior: an accountant that reverts makes a day without a price, with the reason, and no failure', async () => {
  const { store, home, day } = await readEtched('accountant', '0x60006000fd')
  const [place] = home.places
  const point = await pointOf(store, home, { place: place!, day })
  expect(point).toMatchObject({ sharePrice: null, dailyApy: null, priceUsd: null })
  expect(await reasonsOf(store, home, { place: place!, day })).toMatchObject({
    unread: expect.stringContaining('The call reverted.'),
    result: { sharePrice: expect.any(String) },
  })
  expect(await failuresOf(home, store)).toEqual([])
})

test('behavior: of a contract that does not stand yet nothing is known on that day, which is kept', async () => {
  const { store, home, day } = await readEtched('accountant', '0x')
  const [place, otherPlace] = home.places
  expect(await pointOf(store, home, { place: place!, day })).toMatchObject({ sharePrice: null })
  const point = await pointOf(store, home, { place: otherPlace!, day })
  expect(point.sharePrice).not.toBe(null)
  expect(await reasonsOf(store, home, { place: place!, day })).toMatchObject({
    unread: expect.stringContaining('othing stands'),
    result: { sharePrice: expect.any(String) },
  })
})

test('behavior: a token without decimals is held and not counted, and the receipt says so', async () => {
  // One for every question, but for decimals(), which reverts.
  const code = '0x60003560e01c63313ce56714601957600160005260206000f35b60006000fd'
  const { store, home, day } = await readEtched('FEE', code)
  const [place] = home.places
  const reading = await store.readings.find(home.tenantId, place!, day)
  const measured = vaultStateOf(parseRawReading(reading!.body))
  const fee = world.manifest.contracts.FEE
  const held = measured.holdings.find(({ asset }) => asset.address === fee)
  expect(held?.asset.decimals).toBe(null)
  expect(measured.failures.map(({ what }) => what).join()).toContain(fee)
  expect((await pointOf(store, home, { place: place!, day })).sharePrice).not.toBe(null)
})

test.each([-40, 40])('behavior: a clock %i days off changes no row', async (days) => {
  const home = await openHome()
  clock.skewTo(days * 86_400)
  node.injectFaults({ seed: 3, share: 0.2 })
  const skewed = await open(home, { rpc: { timeoutMs: 100, retries: 0 } })
  await skewed.begin()
  await expect.poll(() => codesIn(skewed.events).length).toBeGreaterThan(0)
  await skewed.kill()
  node.clearFaults()
  clock.skewTo(0)
  await finish(home, [])
})

test('behavior: two workers on the same days keep each once, and revise nothing', async () => {
  const home = await openHome()
  const workers = [await open(home), await open(home)]
  await Promise.all(workers.map((worker) => worker.round()))
  const reads = workers.flatMap(({ events }) => events)
  expect(daysIn(reads)).toBe(22)
  expect(reads.filter(({ event }) => event === 'revised')).toEqual([])
  await finish(home, workers)
})

test.skipIf(!hasRedis)('behavior: Redis that is flushed costs time, and no day', async () => {
  await shareRedis(emptyRedis)
})

test.skipIf(!hasRedis)('behavior: Redis that comes back empty costs time, and no day', async () => {
  await shareRedis(async (_, server) => {
    await server.kill()
    await server.restart()
  })
})

test.each(['sqlite', 'postgres'] as const)(
  'behavior: %s that another process has locked is tried again',
  async (kind) => {
    const home = await openHome(kind)
    const worker = await open(home, {
      store: { waitMs: kind === 'sqlite' ? 50 : 5_000, statementMs: 150 },
      concurrency: 2,
    })
    const letGo = await lockHome(home)
    await worker.begin()
    await expect.poll(() => codesIn(worker.events)).toContain('store_unavailable')
    expect(decisionsIn(worker.events)).toEqual(['retry'])
    await letGo()
    await finish(home, [worker])
  },
)

test('behavior: SQLite that is full keeps no half of a day; with room, the rest follows', async () => {
  const home = await openHome()
  const [size] = await home.ask('pragma page_count')
  const maxPages = Number(size!.page_count) + 30
  const worker = await open(home, { store: { maxPages } })
  await worker.begin()
  await expect.poll(() => messagesIn(worker.events)).toContainEqual(expect.stringContaining('full'))
  expect(decisionsIn(worker.events)).toEqual(['retry'])
  await worker.kill()
  expect(differenceOf(await home.tables(), expectedTables)).toMatchObject({ doubled: 0 })
  await finish(home, [])
})

test('behavior: PostgreSQL whose disk is full is tried again', async () => {
  const home = await openHome('postgres')
  // What the server says when it cannot write, at every reading.
  await home.ask(`create function full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  await home.ask(
    'create trigger full_disk before insert on reading for each row execute function full_disk()',
  )
  const worker = await open(home)
  await worker.begin()
  await expect.poll(() => messagesIn(worker.events)).toContainEqual(expect.stringContaining('full'))
  expect(decisionsIn(worker.events)).toEqual(['retry'])
  await home.ask('drop trigger full_disk on reading')
  await finish(home, [worker])
})

test('behavior: SIGKILL loses nothing that was told', async () => {
  const home = await openHome()
  const variables = { DATABASE_URL: home.url, LOCAL_RPC_URL: node.url, INDEX_SCAN_SECONDS: '1' }
  const killed = startIndexProcess({ ...variables, INDEX_CONCURRENCY: '1' })
  await killed.reached(3, 30_000)
  await killed.kill('SIGKILL')
  const indexedDays = killed.lines.filter(({ event }) => event === 'day_indexed')
  expect(indexedDays.length).toBeGreaterThan(2)
  const days = (await home.tables()).reading.join()
  for (const { day } of indexedDays) expect(days).toContain(day)
  // Prices came from nowhere there: what it left is of other sources, and stays.
  const worker = await open(home, { parts: { prices: { prices: [] } } })
  while ((await worker.round()) > 0);
  const { lost, doubled } = differenceOf(await home.tables(), expectedTables)
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
  expect(daysIn(worker.events)).toBe(22 - indexedDays.length)
  await worker.close()
})

async function openHome(kind: 'sqlite' | 'postgres' = 'sqlite'): Promise<IndexHome> {
  const home = await (kind === 'sqlite' ? world.openLaterHome() : world.openHome(kind))
  onTestFinished(home.drop)
  return home
}

function open(home: IndexHome, more: Partial<WorkerPlan> = {}): Promise<IndexWorker> {
  return openIndexWorker({ home, manifest: world.manifest, url: node.url, clock, ...more })
}

/** Lets everything come to its end, and compares it with an undisturbed run. */
async function finish(home: IndexHome, workers: readonly IndexWorker[]): Promise<void> {
  for (const worker of workers) await worker.close()
  const worker = await open(home)
  await expect
    .poll(async () => {
      const flows = await worker.round()
      return flows + (await failuresOf(home, worker.store)).length
    })
    .toBe(0)
  await worker.close()
  expect(differenceOf(await home.tables(), expectedTables)).toEqual({
    lost: 0,
    doubled: 0,
    rows: [],
  })
  expect(await home.ask('select day from revision')).toEqual([])
}

async function shareRedis(
  strike: (url: string, server: NonNullable<typeof probe>) => Promise<unknown>,
): Promise<void> {
  const server = (await openRedis())!
  onTestFinished(server.stop)
  const home = await openHome()
  const queue = await openBullQueue({
    url: server.url,
    name: 'outcome',
    chains: ['local'],
    perMinute: () => null,
    onProblem: () => {},
    times: { lockMs: 1_000, stalledMs: 400, keepMs: 200, closeMs: 3_000 },
  })
  const worker = await open(home, { queue, concurrency: 1 })
  await worker.begin()
  await expect.poll(() => daysIn(worker.events)).toBeGreaterThan(1)
  await strike(server.url, server)
  await expect
    .poll(async () => {
      worker.context.scans.clear()
      return (await home.ask('select day from performance')).length
    })
    .toBe(expectedTables.performance.length)
  await finish(home, [worker])
}

/** Two days on the local chain with other code at a place, read. */
async function readEtched(
  name: string,
  code: Hex,
): Promise<{ readonly store: Store; readonly home: IndexHome; readonly day: string }> {
  const branch = await openBranch(world)
  onTestFinished(branch.end)
  const { contracts, vaults } = world.manifest
  const [eth] = vaults
  await branch.etch(name === 'accountant' ? eth!.accountant.address : contracts[name]!, code)
  const home = await openHome()
  const worker = await open(home)
  onTestFinished(worker.close)
  while ((await worker.round()) > 0);
  return { store: worker.store, home, day: '2026-02-15' }
}

async function pointOf(
  store: Store,
  { tenantId }: IndexHome,
  { place, day }: { readonly place: VaultRef; readonly day: string },
) {
  const range = { ...place, from: day, to: day }
  const { items } = await store.dailyPoints.page(tenantId, range, { after: null, limit: 1 })
  return items[0]!
}

/** Why something of a day is not known: what could not be read, and each value that is null for it. */
async function reasonsOf(
  store: Store,
  { tenantId }: IndexHome,
  { place, day }: { readonly place: VaultRef; readonly day: string },
) {
  const reading = await store.readings.find(tenantId, place, day)
  const receipt = await store.derived.receipt(tenantId, { ...place, day }, 'daily')
  const values: Record<string, unknown> = JSON.parse(receipt!.text).result
  const nulls = Object.entries(values).flatMap(([name, value]) => {
    const isNull = typeof value === 'object' && value !== null && 'reason' in value
    return isNull && value.reason !== null ? [[name, value.reason] as const] : []
  })
  const { failures } = vaultStateOf(parseRawReading(reading!.body))
  return {
    unread: failures.map(({ what, reason }) => `${what}: ${reason}`).join('\n'),
    result: Object.fromEntries(nulls),
  }
}

async function failuresOf({ places, tenantId }: IndexHome, store: Store) {
  const lists = places.map((place) => store.failures.list(tenantId, place))
  return (await Promise.all(lists)).flat()
}

/** Does the work of `index repair`. */
async function repaired(home: IndexHome): Promise<void> {
  const store = await home.open()
  for (const { chain, vault, kind, day } of await failuresOf(home, store)) {
    await store.failures.clear(home.tenantId, { chain, vault, kind, day })
  }
  await store.close()
}

function failedIn(events: readonly IndexEvent[]) {
  return events.filter((one) => one.event === 'task_failed')
}

function codesIn(events: readonly IndexEvent[]): readonly string[] {
  return [...new Set(failedIn(events).map(({ error }) => error.code))]
}

function messagesIn(events: readonly IndexEvent[]): readonly string[] {
  return failedIn(events).map(({ error }) => error.message)
}

function decisionsIn(events: readonly IndexEvent[]): readonly string[] {
  return [...new Set(failedIn(events).map(({ decision }) => decision.kind))]
}

function daysIn(events: readonly IndexEvent[]): number {
  return events.filter(({ event }) => event === 'day_indexed').length
}
