import type { LocalChain, Rpc } from '@vaultwright/chain'
import { scanChain } from '@vaultwright/indexer'
import type { Store } from '@vaultwright/store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeededStore, slug } from '../support/index/index-seed.ts'
import {
  type IndexerHarness,
  type IndexerHarnessOptions,
  openIndexerHarness,
} from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import { runsOf } from '../support/runs.ts'
import { rowsOf } from './row.ts'

const numRuns = runsOf(0.02)

let local: LocalChain
let undisturbed: Awaited<ReturnType<typeof plainRows>>

beforeAll(async () => {
  local = await startLocalChain()
  const seeded = await openSeededStore(local.manifest)
  const harness = await harnessOn(seeded)
  await harness.index()
  undisturbed = await plainRows(seeded)
  await harness.close()
  await seeded.close()
})

afterAll(() => local?.anvil.close())

test('law: a process that dies at any write, again and again, leaves what the next one completes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 4 }),
      async (deaths) => {
        const seeded = await openSeededStore(local.manifest)
        for (const writes of deaths) {
          const harness = await harnessOn({ ...seeded, store: mortal(seeded.store, writes) })
          await Promise.race([harness.index(), died(harness)]).catch(() => {})
        }
        const last = await harnessOn(seeded, { nowUnix: later })
        await last.index()
        expect(await plainRows(seeded)).toEqual(undisturbed)
        await last.close()
        await seeded.close()
      },
    ),
    { numRuns, endOnFailure: true },
  )
})

test('law: a node that fails now and then costs time and no day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 6 }), async (seed, nth) => {
      const seeded = await openSeededStore(local.manifest)
      const harness = await harnessOn(seeded, { rpc: shaky(local.anvil.rpc, seed, nth) })
      await harness.index().catch(() => {})
      await harness.close()
      const rerun = await harnessOn(seeded, { nowUnix: later })
      await rerun.index()
      expect(await plainRows(seeded)).toEqual(undisturbed)
      await rerun.close()
      await seeded.close()
    }),
    { numRuns, endOnFailure: true },
  )
})

test('behavior: two processes on one store do every day once', async () => {
  const seeded = await openSeededStore(local.manifest)
  const desks = [await harnessOn(seeded), await harnessOn(seeded)]
  await Promise.all(desks.map((harness) => harness.index()))
  expect(await plainRows(seeded)).toEqual(undisturbed)
  expect(
    desks.flatMap((harness) => harness.events).filter(({ event }) => event === 'revised'),
  ).toEqual([])
  await Promise.all(desks.map((harness) => harness.close()))
  await seeded.close()
})

test('behavior: a node behind what was seen is waited for, and nothing is looked at', async () => {
  const seeded = await openSeededStore(local.manifest)
  const head = { chain: slug, number: 10_000n, hash: `0x${'1'.repeat(64)}` as const, atUnix: 9n }
  await seeded.store.heads.raise(head)
  const harness = await harnessOn(seeded)
  const report = await scanChain(harness.context, slug, { order: 'oldest' })
  expect(report).toMatchObject({ behind: { number: 10_000n }, flows: 0 })
  expect(harness.asks()).toBeLessThanOrEqual(3)
  await harness.queue.every({ kind: 'gaps.scan', chain: slug }, 3_600_000)
  await harness.queue.idle(AbortSignal.timeout(10_000))
  expect(harness.events.at(-1)).toMatchObject({ event: 'task_waits', task: { kind: 'gaps.scan' } })
  expect(await harness.queue.counts()).toMatchObject({ delayed: 1, parked: 0 })
  await harness.close()
  await seeded.close()
})

test('error: HistoryPrunedError parks the day, with the reason; repaired, it is read', async () => {
  const seeded = await openSeededStore(local.manifest)
  const harness = await harnessOn(seeded, { rpc: pruned(local.anvil.rpc) })
  await harness.index()
  const [vaultRef] = seeded.places
  const failures = await seeded.store.failures.list(seeded.tenantId, vaultRef!)
  expect(failures.length).toBeGreaterThan(0)
  expect(new Set(failures.map(({ code, state }) => `${code} ${state}`))).toEqual(
    new Set(['history_pruned parked']),
  )
  expect(failures[0]!.message).toContain('rchive')
  await harness.close()
  const rerun = await harnessOn(seeded)
  await rerun.index()
  expect(rerun.events.filter(({ event }) => event === 'day_indexed')).toEqual([])
  for (const { chain, vault } of seeded.places) {
    for (const { kind, day } of await seeded.store.failures.list(seeded.tenantId, {
      chain,
      vault,
    })) {
      await seeded.store.failures.clear(seeded.tenantId, { chain, vault, kind, day })
    }
  }
  await rerun.index()
  expect(await plainRows(seeded)).toEqual(undisturbed)
  await rerun.close()
  await seeded.close()
})

type Seeded = Awaited<ReturnType<typeof openSeededStore>>

function harnessOn(
  seeded: Pick<Seeded, 'store'>,
  { rpc = local.anvil.rpc, ...options }: IndexerHarnessOptions & { readonly rpc?: Rpc } = {},
): Promise<IndexerHarness> {
  return openIndexerHarness(seeded, { manifest: local.manifest, rpc }, options)
}

/** Failures are to be tried again by then. */
function later(): bigint {
  return BigInt(local.manifest.head.timestamp) + 86_400n
}

/** Rows, without how often a day was tried. */
async function plainRows(seeded: Seeded) {
  const rows = await rowsOf({ ...seeded, tenantId: seeded.tenantId })
  return rows.map(({ readings, ...fields }) => ({
    ...fields,
    readings: readings.map(({ day, digest, revision }) => ({ day, digest, revision })),
  }))
}

/** Ends everything with the write of this number: nothing that this process does afterwards is kept. */
function mortal(store: Store, writes: number): Store {
  let left = writes
  const wrap = <Part extends object>(part: Part, names: readonly (keyof Part)[]): Part => ({
    ...part,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        async (...given: unknown[]) => {
          left -= 1
          if (left <= 0) throw new Error('The process is dead.')
          return (part[name] as (...given: unknown[]) => unknown)(...given)
        },
      ]),
    ),
  })
  return {
    ...store,
    vaults: wrap(store.vaults, ['setDeployed']),
    roots: wrap(store.roots, ['sync']),
    readings: wrap(store.readings, ['put']),
    derived: wrap(store.derived, ['derive']),
    prices: wrap(store.prices, ['put']),
    heads: wrap(store.heads, ['raise']),
    failures: wrap(store.failures, ['record', 'clear']),
  }
}

async function died({ events, close }: IndexerHarness): Promise<void> {
  while (!events.some((one) => one.event === 'task_failed')) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await close()
  throw new Error('The process is dead.')
}

/** Fails every so many asks, in one of the ways that nodes fail; not while it is opened. */
function shaky(rpc: Rpc, seed: number, nth: number): Rpc {
  let count = seed >>> 0
  let isOpened = false
  return {
    ...rpc,
    ask: async (calls) => {
      count += 1
      const isSpared = !isOpened
      isOpened = true
      if (isSpared || count % nth !== 0) return rpc.ask(calls)
      const error = { code: -32_005, message: 'too many requests', data: null }
      if (count % 2 === 0) return calls.map(() => ({ ok: false, error }))
      return calls.map(() => ({ ok: true, value: { nothing: 'that was asked for' } }))
    },
  }
}

/** Shows blocks, and has given up their state. */
function pruned(rpc: Rpc): Rpc {
  return {
    ...rpc,
    ask: async (calls) => {
      const answers = await rpc.ask(calls)
      return answers.map((answer, at) => {
        if (calls[at]!.method !== 'eth_call') return answer
        const error = { code: -32_000, message: 'missing trie node 0b1e', data: null }
        return { ok: false, error }
      })
    },
  }
}
