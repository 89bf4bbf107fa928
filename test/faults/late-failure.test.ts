import type { Store } from '@vaultwright/store'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type IndexWorld, openIndexWorld } from '../support/index-world/index-world.ts'
import { openFastClock } from '../support/index-world/index-world-clock.ts'
import { differenceOf } from '../support/index-world/index-world-row.ts'
import { openIndexWorker } from '../support/index-world/index-world-worker.ts'
import { type FaultyNode, openFaultyNode } from '../support/node/faulty-node.ts'
import { readUndisturbed } from './index-scenario.ts'
import { repair } from './index-scenario-context.ts'

let world: IndexWorld
let node: FaultyNode

beforeAll(async () => {
  world = await openIndexWorld()
  node = await openFaultyNode(world.anvil.url)
})
afterAll(async () => {
  await node?.close()
  await world?.close()
})

test('behavior: what was met before a repair may be noted after it; once that work ended, one repair is enough', async () => {
  const home = await world.openLaterHome()
  onTestFinished(home.drop)
  const store = await home.open()
  onTestFinished(store.close)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let met = 0
  const failures: Store['failures'] = {
    ...store.failures,
    record: async (...failure) => {
      met++
      await released
      return store.failures.record(...failure)
    },
  }
  const { manifest } = world
  const clock = openFastClock(manifest.head.timestamp)
  const parts = { store: { ...store, failures } }
  const worker = await openIndexWorker({ home, manifest, url: node.url, clock, parts })
  onTestFinished(worker.close)
  node.prune(2n ** 200n)
  await worker.begin()
  await expect.poll(() => met).toBeGreaterThan(0)
  node.prune(null)
  let hasEnded = false
  const ended = worker.ended().then(() => {
    hasEnded = true
  })
  // Nothing is noted yet: this repair has nothing to take back.
  expect(await repair({ home })).toEqual([])
  expect(hasEnded).toBe(false)
  release()
  await ended
  expect(new Set(await repair({ home }))).toEqual(new Set(['history_pruned']))
  while ((await worker.round()) > 0);
  expect(await repair({ home })).toEqual([])
  const finality = { kind: 'tag', tag: 'latest' } as const
  const expected = await readUndisturbed({ world, finality })
  expect(differenceOf(await home.tables(), expected)).toEqual({ lost: 0, doubled: 0, rows: [] })
})
