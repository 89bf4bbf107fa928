// The long campaign: every property and fuzzed parser, forge's fuzzing, the faults, the batches that both
// engines simulate, databases that are killed and requests made at random, with a budget that CI does not have.
// FUZZ_RUNS sets the runs of each property (default 20,000; a twentieth of it where a run is a whole
// service or database); further arguments go to Vitest, e.g. a path.
import { spawnSync } from 'node:child_process'

const runs = Number(process.env.FUZZ_RUNS ?? 20_000)
const from = Date.now()
const statuses = [
  campaign(['unit', 'foundry', 'faults', 'fork', 'conformance'], runs),
  campaign(['store', 'api'], Math.ceil(runs / 20)),
]
console.log(`${runs} runs a property, ${((Date.now() - from) / 1000).toFixed(0)} s`)
process.exit(statuses.find((status) => status !== 0) ?? 0)

function campaign(projects, count) {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['--config', 'test/vitest.config.ts'],
      ...projects.flatMap((name) => ['--project', name]),
      ...['--testTimeout', '7200000', '--passWithNoTests'],
      ...process.argv.slice(2),
    ],
    {
      stdio: 'inherit',
      env: { CRASH_RUNS: '100', ...process.env, FUZZ_RUNS: String(count) },
    },
  )
  return status
}
