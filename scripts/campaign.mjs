// The long campaign: every property and fuzzed parser, forge's fuzzing, the faults, the batches that both
// engines simulate, databases that are killed and requests made at random, with a budget that CI does not have.
// FUZZ_RUNS sets the runs of each property (default 20,000; a twentieth of it where a run is a whole
// service or database). With further arguments, which go to Vitest, e.g. a path, it is one run.
import { spawnSync } from 'node:child_process'

const runs = Number(process.env.FUZZ_RUNS ?? 20_000)
const from = Date.now()
const own = ['unit', 'foundry', 'faults', 'fork', 'conformance']
const served = ['store', 'api']
const more = process.argv.slice(2)
const statuses =
  more.length > 0
    ? [campaign([...own, ...served], runs)]
    : [campaign(own, runs), campaign(served, Math.ceil(runs / 20))]
console.log(`${runs} runs a property, ${((Date.now() - from) / 1000).toFixed(0)} s`)
process.exit(Math.max(...statuses))

function campaign(projects, count) {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['--config', 'test/vitest.config.ts'],
      ...projects.flatMap((name) => ['--project', name]),
      ...['--testTimeout', '7200000'],
      ...more,
    ],
    {
      stdio: 'inherit',
      env: { CRASH_RUNS: '100', FAULT_RUNS: '200', ...process.env, FUZZ_RUNS: String(count) },
    },
  )
  // Ended by a signal is no success.
  return status ?? 1
}
