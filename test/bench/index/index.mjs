// A backfill of the local chain against an indexer that asks one thing after the other, on nodes near and far:
// `node_modules/.bin/node --conditions=source test/bench/index/index.mjs`, `--json`, or as a part of `npm run bench`.
import { openHttpRpc, openLocalChain } from '@vaultwright/chain'
import { parseRawReading } from '@vaultwright/indexer'
import { openStore } from '@vaultwright/store'
import { openSeededStore } from '../../support/index/index-seed.ts'
import { openIndexerHarness } from '../../support/index/indexer-harness.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { openSlowNode } from '../../support/node/slow-node.ts'
import { assertEqual } from '../measure.mjs'
import { readNaively } from './index-naive.mjs'

const json = process.argv.includes('--json')
const latencies = (process.env.BENCH_INDEX_LATENCIES ?? '0,20,100').split(',').map(Number)
/** How long the other may take, about: it reads as many days as it can in that time, from all over the history. */
const spell = Number(process.env.BENCH_INDEX_SECONDS ?? 20)
/** How many times more days a second than the other's. */
const bars = { 0: 3, 20: 20, 100: 40 }

const local = await openLocalChain(localChainFolder)
let missed = 0
try {
  if (!json)
    print(['latency', 'days/s', 'naive', 'ratio', 'round trips', 'naive', 'days', 'naive', ''])
  for (const latency of latencies) report(latency, await race(latency))
} finally {
  await local.anvil.close()
}
if (missed > 0 && !json) console.log(`${missed} bars missed: on a busy machine, run again`)

async function race(latency) {
  const node = await openSlowNode(local.anvil.url, latency)
  const rpc = openHttpRpc({ endpoints: [node.url], chainId: local.manifest.chainId })
  try {
    const ours = await backfill(node, rpc)
    return { ours, theirs: await readSome(node, rpc, ours.readings) }
  } finally {
    await rpc.close()
    await node.close()
  }
}

/** Everything: finding the vaults, their roots and their days, reading, keeping and computing. */
async function backfill(node, rpc) {
  const store = await openStore('sqlite::memory:', { migrate: true })
  const seeded = await openSeededStore(local.manifest, store)
  const harness = await openIndexerHarness(seeded, { manifest: local.manifest, rpc })
  try {
    const [from, asked] = [performance.now(), node.count()]
    await harness.index()
    const ms = performance.now() - from
    const readings = (await Promise.all(seeded.places.map((place) => rawOf(seeded, place)))).flat()
    assertEqual('days', (local.manifest.days - 1) * seeded.places.length, readings.length)
    return { ms, asks: node.count() - asked, days: readings.length, readings }
  } finally {
    await harness.close()
    await seeded.close()
  }
}

async function rawOf({ store, tenantId }, place) {
  const range = { ...place, from: '2000-01-01', to: '2100-01-01' }
  const { items } = await store.readings.page(tenantId, range, { limit: 1_000, after: null })
  return items.map(({ body }) => parseRawReading(body))
}

/** The other reads alone: it neither finds out what to ask, nor keeps or computes anything. */
async function readSome(node, rpc, readings) {
  const [from, asked] = [performance.now(), node.count()]
  let days = 0
  for (const raw of scattered(readings)) {
    const { block, calls } = await readNaively(rpc, raw.plan)
    assertEqual('block', raw.plan.block.hash, block.hash)
    assertEqual('answers', JSON.stringify([...raw.calls].sort()), JSON.stringify(calls.sort()))
    days++
    if (performance.now() - from > spell * 1_000) break
  }
  return { ms: performance.now() - from, asks: node.count() - asked, days }
}

/** In an order in which any beginning is spread over the whole. */
function scattered(readings) {
  const step = 37
  return readings.map((_, at) => readings[(at * step) % readings.length])
}

function report(latency, { ours, theirs }) {
  const [rate, other] = [ours, theirs].map(({ days, ms }) => (days * 1_000) / ms)
  const ratio = rate / other
  const held = ratio >= (bars[latency] ?? 0)
  if (!held) missed++
  if (json) {
    const name = `index-backfill-${latency}ms`
    console.log(JSON.stringify({ name, peer: 'naive', ratio: Number(ratio.toFixed(3)) }))
    return
  }
  print([
    `${latency} ms`,
    rate.toFixed(1),
    other.toFixed(2),
    `${ratio.toFixed(1)}x`,
    ...[ours, theirs].map(({ asks, days }) => (asks / days).toFixed(2)),
    String(ours.days),
    String(theirs.days),
    held ? '' : `MISSED ${bars[latency]}`,
  ])
}

function print(cells) {
  const widths = [9, 9, 9, 9, 13, 9, 6, 7, 0]
  console.log(cells.map((cell, at) => cell.padEnd(widths[at])).join(''))
}
