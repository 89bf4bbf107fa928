import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Every benchmark on the least work that it can do: what it measures here says nothing, that it runs does. */
const tiny = {
  BENCH_BUILT: '1',
  BENCH_ROUNDS: '1',
  BENCH_LEAVES: '64',
  BENCH_MEMORY_LEAVES: '1024',
  BENCH_API_ROUNDS: '1',
  BENCH_API_SECONDS: '0.1',
  BENCH_API_STORES: 'sqlite',
  BENCH_API_ONLY: 'latestSnapshot,execute',
  BENCH_INDEX_LATENCIES: '0',
  BENCH_INDEX_SECONDS: '1',
  REPLAY_VAULTS: '1',
  REPLAY_DAYS: '2',
  REPLAY_STORES: 'sqlite',
}

test('golden: every benchmark runs, and prints a figure for each of its peers', () => {
  const words = [join(root, 'scripts/bench.mjs'), '--json']
  const env = { ...process.env, ...tiny }
  const run = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' })
  expect({ status: run.status, err: run.status === 0 ? '' : run.stderr }).toEqual({
    status: 0,
    err: '',
  })
  const lines = run.stdout.trim().split('\n')
  const names = lines.map((line) => (JSON.parse(line) as { readonly name: string }).name)
  expect([...new Set(names)]).toMatchSnapshot()
}, 600_000)
