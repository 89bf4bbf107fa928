// A process of its own that replays the vaults of a store, and says on its standard output what that took.
import { readFileSync } from 'node:fs'
import { currentFormulas, openReplayPool } from '@vaultwright/indexer'
import { replayHere, replayVaults } from '@vaultwright/operations'
import { openStore } from '@vaultwright/store'

const [url, threads] = process.argv.slice(2)
const store = await openStore(url!)
const vaults = await store.vaults.everywhere()
const chains = [...new Set(vaults.flatMap((one) => one.deployments.map(({ chain }) => chain)))]
const order = { from: null, to: null, values: 'stale', reason: 'The benchmark computes again.' }
const request = {
  ...order,
  values: 'stale' as const,
  vaults,
  chains,
  signal: new AbortController().signal,
}
const progress = { start: () => {}, step: () => {} }
const count = Number(threads)
const pool =
  count > 1 ? { ...openReplayPool({ databaseUrl: url!, threads: count }), lanes: count } : null
const begun = performance.now()
const used = process.cpuUsage()
const replayed = await replayVaults(store, request, {
  ...(pool ?? (await replayHere(store))),
  progress,
})
const ms = performance.now() - begun
const { user, system } = process.cpuUsage(used)
const sum = (name: 'days' | 'stale' | 'added' | 'completed' | 'revised' | 'unchanged') =>
  replayed.reduce((total, one) => total + one[name], 0)
const counts = {
  days: sum('days'),
  stale: sum('stale'),
  added: sum('added'),
  changed: sum('completed') + sum('revised'),
  unchanged: sum('unchanged'),
}
await pool?.close()
await store.close()
const formulas = Object.values(currentFormulas.names)
console.log(
  JSON.stringify({ ...counts, formulas, ms, cpuMs: (user + system) / 1_000, peakMb: peakMb() }),
)

/** The most memory that this process ever had: `ru_maxrss` of a child begins at what its parent had. */
function peakMb(): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
  return line === null ? process.memoryUsage().rss / 1e6 : (Number(line[1]) * 1_024) / 1e6
}
