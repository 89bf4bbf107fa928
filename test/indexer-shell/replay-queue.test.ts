import type { LocalChain } from '@vaultwright/chain'
import {
  currentFormulas,
  findIndexedVault,
  openBullQueue,
  openInlineQueue,
  type Queue,
  replayQueue,
  replayVault,
  type TaskHandler,
} from '@vaultwright/indexer'
import { replayByQueue } from '@vaultwright/operations'
import type { Store } from '@vaultwright/store'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  openReplayWorld,
  order,
  partsOf,
  printReceipts,
  printValues,
  type ReplayWorld,
  replayAll,
} from '../indexer/replay/replay-world.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import { queueServers } from '../support/queue/queue-server.ts'
import { strict } from '../support/queue/queue-task.ts'
import { openRedis } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const probe = await openRedis()
await probe?.stop()
const hasRedis = canRun(probe !== null, 'there is no Redis')
const size = { vaults: 4, days: 20 }
const values = 3 * size.vaults * size.days

let local: LocalChain
let world: ReplayWorld
let expected: readonly string[]

beforeAll(async () => {
  local = await startLocalChain()
  world = await openReplayWorld(local, size)
  const home = world.fork()
  const store = await home.open()
  await replayAll(partsOf(store))
  expected = [...printValues(home), ...(await printReceipts(store, home))]
  await store.close()
})
afterAll(async () => {
  world?.close()
  await local?.anvil.close()
})

/** A database of readings, open. */
async function openHome() {
  const home = world.fork()
  const store = await home.open()
  onTestFinished(() => store.close())
  const tables = async () => [...printValues(home), ...(await printReceipts(store, home))]
  return { home, store, tables }
}

async function requestOf(store: Store, signal = new AbortController().signal) {
  return { ...order, vaults: await store.vaults.everywhere(), chains: ['local'], signal }
}

/** Does tasks as a worker does, and notes whose they were. */
function working(store: Store, seen: string[]): TaskHandler {
  return async (task) => {
    if (task.kind !== 'vault.replay') throw new Error(task.kind)
    seen.push(task.vault)
    const { kind: _, tenantId, chain, vault, ...taskFields } = task
    const indexedVault = await findIndexedVault({ store }, { tenantId, chain, vault })
    await replayVault(partsOf(store), indexedVault!, taskFields)
    return { kind: 'done' }
  }
}

function openShared(url: string): Promise<Queue> {
  const all = { chains: [], only: [replayQueue], perMinute: () => null, onProblem: () => {} }
  return openBullQueue({ url, name: 'test', ...all })
}

function counting() {
  const counts = { started: 0, done: 0 }
  const progress = {
    start: (days: number) => {
      counts.started = days
    },
    step: (_: string, days: number) => {
      counts.done += days
    },
  }
  return { seen: counts, progress }
}

describe.each(['redis', 'postgres'] as const)('%s', (kind) => {
  const testHere = test.skipIf(kind === 'redis' && !hasRedis)

  testHere(
    'law: a replay is shared by all workers of a queue, each vault is done once, and again nothing is left',
    async () => {
      const { store, tables } = await openHome()
      const url = await queueServers[kind]()
      const queues = await Promise.all([openShared(url), openShared(url)])
      const names: string[] = []
      for (const queue of queues) {
        await queue.work(working(store, names), { ...strict, concurrency: 1 })
      }
      const { seen: shown, progress } = counting()
      const [queue] = queues
      const done = await replayByQueue(store, await requestOf(store), { queue: queue!, progress })
      const { days, vaults } = size
      expect(done).toHaveLength(vaults)
      for (const vaultReplay of done) {
        expect(vaultReplay).toMatchObject({ days, stale: 3 * days, left: 0, isParked: false })
      }
      expect(shown).toEqual({ started: vaults * days, done: vaults * days })
      expect([new Set(names).size, names.length]).toEqual([vaults, vaults])
      expect(await tables()).toEqual(expected)
      const again = await replayByQueue(store, await requestOf(store), { queue: queue!, progress })
      expect(again.map(({ stale, left }) => [stale, left])).toEqual(Array(vaults).fill([0, 0]))
      expect(names).toHaveLength(vaults)
      await Promise.all(queues.map((one) => one.close()))
    },
  )

  testHere(
    'behavior: an order that is cut off stays in the queue, and ordered again it is not added again',
    async () => {
      const { store, tables } = await openHome()
      const url = await queueServers[kind]()
      const [ordering, worker] = await Promise.all([openShared(url), openShared(url)])
      const { progress } = counting()
      const cut = new AbortController()
      const running = replayByQueue(store, await requestOf(store, cut.signal), {
        queue: ordering,
        progress,
      })
      await expect.poll(async () => (await ordering.counts()).waiting).toBe(size.vaults)
      cut.abort(new Error('cut off'))
      await expect(running).rejects.toThrow('cut off')
      const names: string[] = []
      const again = replayByQueue(store, await requestOf(store), { queue: ordering, progress })
      await worker.work(working(store, names), strict)
      expect((await again).map(({ left }) => left)).toEqual(Array(size.vaults).fill(0))
      expect(names).toHaveLength(size.vaults)
      expect(await tables()).toEqual(expected)
      await Promise.all([ordering, worker].map((one) => one.close()))
    },
  )
})

test('refuses: to call a vault done that the queue gave up', async () => {
  const { home, store, tables } = await openHome()
  const queue = openInlineQueue()
  const { progress } = counting()
  const [, bad] = await store.vaults.everywhere()
  const names: string[] = []
  const work = working(store, names)
  await queue.work(async (task, context) => {
    if ('vault' in task && task.vault === bad!.address) throw new Error('no')
    return work(task, context)
  }, strict)
  const done = await replayByQueue(store, await requestOf(store), { queue, progress })
  const left = 3 * size.days
  expect(done.filter(({ isParked }) => isParked)).toMatchObject([{ vault: bad!.address, left }])
  expect(done.reduce((sum, one) => sum + one.left, 0)).toBe(left)
  expect(printValues(home)).toHaveLength(values - left)
  await queue.close()
  const counts = await replayAll(partsOf(store, currentFormulas))
  expect(counts).toMatchObject({ stale: left, added: left })
  expect(await tables()).toEqual(expected)
})
