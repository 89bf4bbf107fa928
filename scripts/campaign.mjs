// The long campaign: every property and fuzzed parser, forge's fuzzing, the faults, the batches that both
// engines simulate, databases that are killed and requests made at random, with a budget that CI does not have.
// FUZZ_RUNS sets the runs of each property (default 20,000); further arguments go to Vitest, e.g. a path.
import { spawnSync } from 'node:child_process'

const runs = process.env.FUZZ_RUNS ?? '20000'
const from = Date.now()
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
    ...['unit', 'foundry', 'faults', 'fork', 'conformance', 'store', 'api'].flatMap((name) => ['--project', name]),
    '--testTimeout',
    '7200000',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { CRASH_RUNS: '100', ...process.env, FUZZ_RUNS: runs } },
)
console.log(`${runs} runs a property, ${((Date.now() - from) / 1000).toFixed(0)} s`)
process.exit(status ?? 1)
