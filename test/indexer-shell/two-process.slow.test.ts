import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@vaultwright/store'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pricesOf } from '../support/index/indexer-harness.ts'
import { type IndexWorld, openIndexWorld } from '../support/index-world/index-world.ts'
import { openFastClock } from '../support/index-world/index-world-clock.ts'
import type { IndexHome } from '../support/index-world/index-world-home.ts'
import { type IndexProcess, startIndexProcess } from '../support/index-world/index-world-process.ts'
import { diceOf } from '../support/index-world/index-world-random.ts'
import { differenceOf, type IndexTables } from '../support/index-world/index-world-row.ts'
import { openIndexWorker } from '../support/index-world/index-world-worker.ts'
import { openHeldNode } from '../support/node/slow-node.ts'
import { openRedis } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const probe = await openRedis()
await probe?.stop()
const hasRedis = canRun(probe !== null, 'there is no Redis')

/** The distance of the node: work has a middle in which a process can be killed. */
const latencyMs = 10
/**
 * The time of a rescue: a killed process's work is taken up when no process has claimed it for 30
 * s, which is looked at every 15 s.
 */
const rescueMs = 120_000

const concurrency = 2
/** Each dies after another number of days; one of either database in every run. */
const kills = [2, 8, 7, 11]
  .slice(0, Number(process.env.KILL_RUNS ?? 2))
  .map((seed, at): Kill => ({ kind: at % 2 === 0 ? 'sqlite' : 'postgres', seed }))
const none = { lost: 0, doubled: 0, rows: [] }

let world: IndexWorld
/** The tables that a single process makes of the history, which nothing disturbs. */
let expectedTables: IndexTables
let vaultDays: number

beforeAll(async () => {
  world = await openIndexWorld()
  const home = await world.openHome('sqlite')
  const { manifest, anvil } = world
  const clock = openFastClock(manifest.head.timestamp)
  const worker = await openIndexWorker({ home, manifest, url: anvil.url, clock })
  while ((await worker.round()) > 0) {}
  await worker.close()
  expectedTables = await home.tables()
  vaultDays = manifest.vaults.length * (manifest.days - 1)
  expect(expectedTables.reading).toHaveLength(vaultDays)
  await home.drop()
})

afterAll(() => world?.close())

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(!hasRedis)(kind, () => {
    test('default: two processes share the days of a backfill, and no day is done twice', async () => {
      // A look for gaps that overlaps with the work asks for days again that were just done.
      const { home, processes, open } = await openFleet(kind, { scanSeconds: 600 })
      open()
      await finished(home, 100_000)
      const shares = processes.map((one) => one.days())
      console.log(`${kind}: ${shares.join(' + ')} of ${vaultDays} days`)
      expect(shares[0]! + shares[1]!).toBe(vaultDays)
      expect(Math.min(...shares)).toBeGreaterThan(0)
      const lines = processes.flatMap((one) => one.lines)
      expect(new Set(lines.filter(isIndexed).map(nameOf)).size).toBe(vaultDays)
      // A day that two had read would be kept as the first read it.
      expect(lines.filter(({ event }) => event === 'day_kept')).toEqual([])
      expect(lines.filter(({ event }) => event === 'task_failed')).toEqual([])
      expect(differenceOf(await home.tables(), expectedTables)).toEqual(none)
    })
  })
}

test.skipIf(!hasRedis)(
  'behavior: one of two is killed in the middle, and the other loses nothing',
  async () => {
    // Side by side: most of the time they wait for the killed one to be missed.
    const ends = await Promise.all(kills.map(killOne))
    for (const { kind, seed, killed, left, difference } of ends) {
      const days = `${killed} days by the killed, ${left} by the other`
      console.log(`${kind}, seed ${seed}: ${days}, ${difference.rows.length} rows differ`)
    }
    for (const { killed, left, difference } of ends) {
      expect(difference).toEqual(none)
      expect(killed).toBeGreaterThan(0)
      expect(killed).toBeLessThan(vaultDays)
      // A reading is logged after it was stored: a kill between the two takes the line, not the day.
      expect(killed + left).toBeLessThanOrEqual(vaultDays)
      expect(killed + left).toBeGreaterThanOrEqual(vaultDays - concurrency)
    }
  },
  240_000,
)

type Kill = { readonly kind: Store['kind']; readonly seed: number }

async function killOne({ kind, seed }: Kill) {
  const dice = diceOf(seed)
  const { home, processes, open } = await openFleet(kind, { scanSeconds: 5 })
  const order = dice.chance(0.5) ? processes : processes.toReversed()
  const [victim, survivor] = order as [IndexProcess, IndexProcess]
  open()
  await victim.reached(dice.within(1, 40), 30_000)
  await victim.kill('SIGKILL')
  await finished(home, rescueMs)
  const difference = differenceOf(await home.tables(), expectedTables)
  return { kind, seed, killed: victim.days(), left: survivor.days(), difference }
}

/** Two processes, a queue and a database; the node answers nothing before it is opened, when both are there. */
async function openFleet(kind: Store['kind'], { scanSeconds }: { readonly scanSeconds: number }) {
  const [home, redis] = await Promise.all([world.openHome(kind), openRedis()])
  const node = await openHeldNode(world.anvil.url, latencyMs)
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-fleet-'))
  const prices = join(folder, 'prices.yaml')
  writeFileSync(prices, pricesOf(world.manifest))
  const processes = [0, 1].map(() =>
    startIndexProcess({
      DATABASE_URL: home.url,
      LOCAL_RPC_URL: node.url,
      PRICES_FILE: prices,

      REDIS_URL: redis!.url,
      INDEX_CONCURRENCY: `${concurrency}`,
      INDEX_SCAN_SECONDS: `${scanSeconds}`,
      LOG_LEVEL: 'debug',
    }),
  )
  onTestFinished(async () => {
    await Promise.all(processes.map((one) => one.kill('SIGKILL')))
    await Promise.all([redis!.stop(), node.close()])
    await home.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const isReady = ({ lines }: IndexProcess) => lines.some(({ msg }) => msg === 'started')
  await expect.poll(() => processes.every(isReady)).toBe(true)
  return { home, processes, open: node.open }
}

/** Everything is there, and no more is being done. */
async function finished(home: IndexHome, withinMs: number): Promise<void> {
  const store = await home.open()
  const { tenantId, places } = home
  const count = async () => {
    const bases = await Promise.all(
      places.map((vaultRef) => store.derived.bases(tenantId, vaultRef)),
    )
    const kinds = ['snapshot', 'daily', 'performance'] as const
    return bases.flat().filter((day) => kinds.every((one) => day[one] !== null)).length
  }
  try {
    await expect.poll(count, { timeout: withinMs, interval: 250 }).toBe(vaultDays)
    const rowsOf = async () => differenceOf(await home.tables(), expectedTables).rows
    await expect.poll(rowsOf, { timeout: withinMs, interval: 500 }).toEqual([])
  } finally {
    await store.close()
  }
}

function isIndexed({ event }: IndexProcess['lines'][number]): boolean {
  return event === 'day_indexed'
}

function nameOf({ vaultRef, day }: IndexProcess['lines'][number]): string {
  return JSON.stringify([vaultRef, day])
}
