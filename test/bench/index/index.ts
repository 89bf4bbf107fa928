// A backfill of the local chain against an indexer that asks one thing after the other, on nodes near and far.
import { type LocalChain, openHttpRpc, openLocalChain, type Rpc } from '@vaultwright/chain'
import { parseRawReading, type RawReading } from '@vaultwright/indexer'
import { openStore, type VaultRef } from '@vaultwright/store'
import { openSeededStore, type SeededStore } from '../../support/index/index-seed.ts'
import { openIndexerHarness } from '../../support/index/indexer-harness.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { openSlowNode, type SlowNode } from '../../support/node/slow-node.ts'
import type { Figure } from '../figure.ts'
import { readNaively } from './index-naive.ts'

/** On which nodes, and how long the other may take. */
export type BackfillSize = {
  /** Milliseconds that each answer takes. */
  readonly latencies: readonly number[]
  /** Days that the other reads at most; null for as many as it can in `seconds`. */
  readonly days: number | null
  /** The time the other may take, about: it reads days from all over the history. */
  readonly seconds: number
}

export const sizes = {
  full: { latencies: [0, 20, 100], days: null, seconds: 20 },
  tiny: { latencies: [0], days: 1, seconds: 0 },
} as const satisfies Readonly<Record<string, BackfillSize>>

type Run = { readonly ms: number; readonly asks: number; readonly days: number }
type Race = { readonly ours: Run; readonly theirs: Run }

/** Reads the whole history of the local chain, and some of its days one call after the other, on the same node. */
export async function measureBackfill(size: BackfillSize): Promise<readonly Figure[]> {
  const local = await openLocalChain(localChainFolder)
  try {
    const figures: Figure[] = []
    for (const latency of size.latencies) {
      figures.push(...figuresOf(latency, await race(local, latency, size)))
    }
    return figures
  } finally {
    await local.anvil.close()
  }
}

function figuresOf(latency: number, { ours, theirs }: Race): readonly Figure[] {
  const name = `index-backfill-${latency}ms`
  const [rate, otherRate] = [ours, theirs].map(({ days, ms }) => (days * 1_000) / ms) as [
    number,
    number,
  ]
  const [trips, otherTrips] = [ours, theirs].map(({ asks, days }) => asks / days) as [
    number,
    number,
  ]
  const naive = { peer: 'naive', fresh: true }
  return [
    { ...naive, name, unit: 'per second', ours: rate, theirs: otherRate, ratio: rate / otherRate },
    {
      ...naive,
      name: `${name}-trips-a-day`,
      unit: 'count',
      ours: trips,
      theirs: otherTrips,
      ratio: otherTrips / trips,
    },
  ]
}

async function race(local: LocalChain, latency: number, size: BackfillSize): Promise<Race> {
  const node = await openSlowNode(local.anvil.url, latency)
  const rpc = openHttpRpc({ endpoints: [node.url], chainId: local.manifest.chainId })
  try {
    const { readings, ...ours } = await backfill(local, node, rpc)
    return { ours, theirs: await readSome(node, rpc, { readings, size }) }
  } finally {
    await rpc.close()
    await node.close()
  }
}

/** Everything: finding the vaults, their roots and their days, reading, keeping and computing. */
async function backfill(
  { manifest }: LocalChain,
  node: SlowNode,
  rpc: Rpc,
): Promise<Run & { readonly readings: readonly RawReading[] }> {
  const store = await openStore('sqlite::memory:', { migrate: true })
  const seeded = await openSeededStore(manifest, store)
  const harness = await openIndexerHarness(seeded, { manifest, rpc })
  try {
    const [from, countBefore] = [performance.now(), node.count()]
    await harness.index()
    const ms = performance.now() - from
    const readings = (await Promise.all(seeded.places.map((place) => rawOf(seeded, place)))).flat()
    assertSame('days', (manifest.days - 1) * seeded.places.length, readings.length)
    return { ms, asks: node.count() - countBefore, days: readings.length, readings }
  } finally {
    await harness.close()
    await seeded.close()
  }
}

async function rawOf(
  { store, tenantId }: SeededStore,
  place: VaultRef,
): Promise<readonly RawReading[]> {
  const range = { ...place, from: '2000-01-01', to: '2100-01-01' }
  const { items } = await store.readings.page(tenantId, range, { limit: 1_000, after: null })
  return items.map(({ body }) => parseRawReading(body))
}

/** The other reads alone: it neither finds out what to ask, nor keeps or computes anything. */
async function readSome(
  node: SlowNode,
  rpc: Rpc,
  { readings, size }: { readonly readings: readonly RawReading[]; readonly size: BackfillSize },
): Promise<Run> {
  const [from, countBefore] = [performance.now(), node.count()]
  let days = 0
  for (const raw of scattered(readings)) {
    const { block, calls } = await readNaively(rpc, raw.plan)
    assertSame('block', raw.plan.block.hash, block.hash)
    assertSame('answers', JSON.stringify([...raw.calls].sort()), JSON.stringify([...calls].sort()))
    days++
    const isEnough =
      size.days === null ? performance.now() - from > size.seconds * 1_000 : days >= size.days
    if (isEnough) break
  }
  return { ms: performance.now() - from, asks: node.count() - countBefore, days }
}

/** In an order in which any beginning is spread over the whole. */
function scattered(readings: readonly RawReading[]): readonly RawReading[] {
  const step = 37
  return readings.map((_, at) => readings[(at * step) % readings.length]!)
}

/** A fast wrong answer is not an answer. */
function assertSame(name: string, ours: unknown, theirs: unknown): void {
  if (ours !== theirs) throw new Error(`${name}: ${theirs} instead of ${ours}`)
}
