// Values of many vaults from kept readings, without a chain:
// `node_modules/.bin/node --conditions=source test/bench/index/index-replay.mjs`, `--json`, or as a part of `npm run bench`.
// REPLAY_VAULTS and REPLAY_DAYS say how many (1000 and 365 are the target's), REPLAY_STORES on which databases,
// REPLAY_PROCESSES how many processes share the vaults.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../support/service/service-postgres.ts'
import { startChild } from '../api/api-child.mjs'
import { fillReadings } from './index-fill.mjs'
import { recordReadings } from './index-record.mjs'

const json = process.argv.includes('--json')
const vaults = Number(process.env.REPLAY_VAULTS ?? 20)
const days = Number(process.env.REPLAY_DAYS ?? 60)
const stores = (process.env.REPLAY_STORES ?? 'sqlite,postgres').split(',')
const parts = Number(process.env.REPLAY_PROCESSES ?? 1)
/** Days a second, of a first computation, on SQLite. */
const bar = 2_000

const recorded = await recordReadings()
if (!json) {
  console.log(`replay of ${vaults} vaults x ${days} days, ${parts} at once`)
  print(['store', 'values', 'days/s', 'wall s', 'cpu s', 'rows', 'peak MB', 'MB at quarters'])
}
if (stores.includes('sqlite')) await withFile()
if (stores.includes('postgres')) await withServer()

async function withFile() {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-replay-'))
  try {
    await run('sqlite', `sqlite:${join(folder, 'store.db')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withServer() {
  const server = await openPostgres()
  try {
    await run('postgres', server.url)
  } finally {
    await server.stop()
  }
}

/** First when no value is there, then when all are. */
async function run(store, url) {
  const from = performance.now()
  const filled = await fillReadings(url, recorded, { vaults, days })
  if (!json) {
    const megabytes = [filled.textBytes, filled.packedBytes].map((bytes) =>
      (bytes / 1e6).toFixed(0),
    )
    const seconds = ((performance.now() - from) / 1_000).toFixed(0)
    console.log(
      `${store}: ${megabytes[0]} MB of readings kept as ${megabytes[1]} MB, in ${seconds} s`,
    )
  }
  for (const values of ['added', 'unchanged']) {
    const children = await Promise.all(
      Array.from({ length: parts }, (_, part) =>
        startChild('../index/index-replay-child.mjs', { url, part, parts }),
      ),
    )
    try {
      const results = await Promise.all(children.map((child) => child.ask({})))
      report({ store, values, ...results.reduce(joined) })
    } finally {
      await Promise.all(children.map((child) => child.stop()))
    }
  }
}

/** Time as long as the longest, memory as much as the most of one process; everything else together. */
function joined(one, other) {
  const sum = (name) => [name, one[name] + other[name]]
  const names = ['rows', 'added', 'completed', 'revised', 'unchanged', 'cpuMs']
  const most = one.peak > other.peak ? one : other
  const { peaks, peak } = most
  return { ...Object.fromEntries(names.map(sum)), peaks, peak, ms: Math.max(one.ms, other.ms) }
}

function report({ store, values, ms, cpuMs, rows, peaks, peak, ...counts }) {
  // Each day has a snapshot, a daily point and a performance.
  if (rows !== 3 * vaults * days || counts[values] !== rows) {
    throw new Error(`${store}: ${JSON.stringify({ rows, ...counts })}`)
  }
  const rate = (vaults * days) / (ms / 1_000)
  if (json) {
    console.log(JSON.stringify({ name: `replay-${store}-${values}`, rate: Math.round(rate), peak }))
    return
  }
  const megabytes = (bytes) => (bytes / 1e6).toFixed(0)
  const barText = store === 'sqlite' && rate < bar ? `MISSED ${bar}` : ''
  print([
    store,
    values,
    rate.toFixed(0),
    (ms / 1_000).toFixed(1),
    (cpuMs / 1_000).toFixed(1),
    String(rows),
    megabytes(peak),
    peaks.map(megabytes).join(' '),
    barText,
  ])
}

function print(cells) {
  const widths = [10, 11, 8, 8, 8, 10, 9, 24, 0]
  console.log(cells.map((cell, at) => cell.padEnd(widths[at])).join(''))
}
