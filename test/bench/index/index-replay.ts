// Values of many vaults from kept readings, without a chain:
// `node_modules/.bin/node --conditions=source test/bench/index/index-replay.ts`, `--json` for one line a figure.
// REPLAY_VAULTS and REPLAY_DAYS say how many (1000 and 365 are the target's), REPLAY_STORES on which databases,
// REPLAY_THREADS how many threads share the vaults. REPLAY_BUILT=1 runs what `npm run build` made.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CompiledQuery } from 'kysely'
import { withEngine } from '../../../packages/store/src/open.ts'
import { openPostgres } from '../../support/service/service-postgres.ts'
import type { Figure } from '../figure.ts'
import { fillReadings, type HistorySize } from './index-fill.ts'
import { recordReadings } from './index-record.ts'

/** The size of the replay, its databases, and the number of threads. */
export type ReplaySize = HistorySize & {
  readonly stores: readonly ('sqlite' | 'postgres')[]
  readonly threads: number
}

export const sizes = {
  full: { vaults: 100, days: 365, stores: ['sqlite', 'postgres'], threads: 2 },
  tiny: { vaults: 2, days: 3, stores: ['sqlite'], threads: 1 },
} as const satisfies Readonly<Record<string, ReplaySize>>

/** The cost of a replay of everything, as its process reports it. */
export type ReplayMeasurement = {
  readonly days: number
  readonly stale: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly ms: number
  readonly cpuMs: number
  readonly peakMb: number
}

/**
 * Replays a history three times on each database, each time in a process of its own: nothing is there but readings;
 * packs are there and values are not; nothing is stale.
 *
 * @throws when a replay did not do exactly what was to be done.
 */
export async function measureReplay(size: ReplaySize): Promise<readonly Figure[]> {
  const recorded = await recordReadings()
  const figures: Figure[] = []
  for (const store of size.stores) {
    const place = store === 'sqlite' ? openFile() : await openServer()
    try {
      await fillReadings(place.url, recorded, size)
      const first = await replay(place.url, size, 'added')
      await dropValues(place.url)
      const packed = await replay(place.url, size, 'added')
      // Nothing changed since days: what PostgreSQL does after many writes is done.
      if (store === 'postgres') await vacuum(place.url)
      const unchanged = await replay(place.url, size, 'unchanged')
      const runs = { first, packed, unchanged }
      for (const [name, run] of Object.entries(runs)) {
        figures.push(...figuresOf(`replay-${store}-${name}-${size.vaults}x${size.days}`, run))
      }
    } finally {
      await place.close()
    }
  }
  return figures
}

const dayUs = 1_000

function figuresOf(
  name: string,
  { days, added, unchanged, ms, cpuMs, peakMb }: ReplayMeasurement,
): readonly Figure[] {
  const alone = { peer: null, theirs: null, ratio: null, fresh: true }
  return [
    { ...alone, name, unit: 'ms', ours: ms },
    { ...alone, name: `${name}-days`, unit: 'per second', ours: (days * 1_000) / ms },
    { ...alone, name: `${name}-cpu-a-day`, unit: 'us', ours: (cpuMs * dayUs) / days },
    { ...alone, name: `${name}-peak`, unit: 'MB', ours: peakMb },
    { ...alone, name: `${name}-added`, unit: 'count', ours: added },
    { ...alone, name: `${name}-unchanged`, unit: 'count', ours: unchanged },
  ]
}

/** As it is installed, where that is asked for: each thread takes the types off hundreds of sources before it begins. */
const conditions = process.env.REPLAY_BUILT === '1' ? [] : ['--conditions=source']

async function replay(
  url: string,
  { vaults, days, threads }: ReplaySize,
  wanted: 'added' | 'unchanged',
): Promise<ReplayMeasurement> {
  const program = fileURLToPath(new URL('./index-replay-child.ts', import.meta.url))
  const flags = [...conditions, '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, program, url, String(threads)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (part) => {
    text += part
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The replay ended with ${code}.`)
  const run: ReplayMeasurement = JSON.parse(text)
  // Each day has a snapshot, a daily point and a performance.
  const values = 3 * vaults * days
  const stale = wanted === 'added' ? values : 0
  if (run.days !== vaults * days || run.stale !== stale || run[wanted] !== values) {
    throw new Error(`The replay did something else than ${values} values ${wanted}: ${text}`)
  }
  return run
}

function vacuum(url: string): Promise<unknown> {
  return withEngine(url, {}, ({ read }) => read.executeQuery(CompiledQuery.raw('vacuum (analyze)')))
}

/** Readings and packs stay. */
async function dropValues(url: string): Promise<void> {
  await withEngine(url, {}, (engine) =>
    engine.write(async (db) => {
      for (const table of ['snapshot', 'daily_point', 'performance'] as const) {
        await db.deleteFrom(table).execute()
      }
    }),
  )
}

function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-replay-'))
  return {
    url: `sqlite:${join(folder, 'store.db')}`,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function openServer() {
  const server = await openPostgres()

  return { url: server.url, close: () => server.stop() }
}

/** The size of a replay from the command line. */
export function replaySizeOf(env: Readonly<Record<string, string | undefined>>): ReplaySize {
  const stores = (env.REPLAY_STORES ?? 'sqlite,postgres').split(',')
  return {
    vaults: Number(env.REPLAY_VAULTS ?? 20),
    days: Number(env.REPLAY_DAYS ?? 60),
    threads: Number(env.REPLAY_THREADS ?? availableParallelism()),
    stores: (['sqlite', 'postgres'] as const).filter((one) => stores.includes(one)),
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await measureReplay(replaySizeOf(process.env))
  const isJson = process.argv.includes('--json')
  for (const figure of figures) {
    const text = `${figure.name.padEnd(46)} ${figure.ours.toFixed(1).padStart(12)} ${figure.unit}`
    console.log(isJson ? JSON.stringify(figure) : text)
  }
  if (!isJson) console.log(`load ${loadavg()[0]!.toFixed(1)}`)
}
