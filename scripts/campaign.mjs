// The long campaign: every property and fuzzed parser, forge's fuzzing, the faults, the batches that both
// engines simulate, databases that are killed and requests made at random, with a budget that CI does not have.
// FUZZ_RUNS sets the runs of each property (default 20,000, and by test/support/runs.ts in proportion where one
// costs more or less; a twentieth of it where a run is a whole service or database, a tenth on contracts that protocols
// publish; 10,000 calls of damaged rules, each run by a node: DAMAGED_RUNS; 200 configurations of who controls a vault,
// as real contracts: CONTROL_RUNS). Last, alone, the
// attacks on the service, held to their times; then the whole site, the packs on every runtime that the registry serves,
// and a release as far as it goes without publishing. With further arguments, which go to Vitest, e.g. a path, it is
// one run. `mutate [room]` plants faults instead: test/mutant/run.ts.
// ETHEREUM_TESTS names a folder of Ethereum's official state tests, which then all run; HEAVY_GAS=16777216 prints how
// long the heaviest transactions take the EVM.
import { spawnSync } from 'node:child_process'

if (process.argv[2] === 'mutate') {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning']
  const words = [...flags, 'test/mutant/run.ts', ...process.argv.slice(3)]
  process.exit(spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1)
}
const runs = Number(process.env.FUZZ_RUNS ?? 20_000)
const from = Date.now()
const own = ['unit', 'foundry', 'faults', 'fork', 'conformance', 'shell', 'solana']
const served = ['store', 'api']
const real = ['real']
const more = process.argv.slice(2)
const statuses =
  more.length > 0
    ? [campaign([...own, ...served, ...real], runs)]
    : [
        campaign(own, runs),
        campaign(served, Math.ceil(runs / 20)),
        campaign(real, Math.ceil(runs / 10)),
        control(),
        attack(),
        ...released(),
      ]
console.log(`${runs} runs a property, ${((Date.now() - from) / 1000).toFixed(0)} s`)
process.exit(Math.max(...statuses))

function campaign(projects, count) {
  return vitest([...projects.flatMap((name) => ['--project', name]), ...more], {
    CRASH_RUNS: '100',
    KILL_RUNS: '4',
    DAMAGED_RUNS: '10000',
    FAULT_RUNS: '200',
    ...process.env,
    FUZZ_RUNS: String(count),
  })
}

/** Random configurations of who controls a vault, as real contracts. */
function control() {
  const env = { CONTROL_RUNS: '200', ...process.env }
  return vitest(['test/real/control/control-random.slow.test.ts'], env)
}

function attack() {
  // The service is attacked as it is installed.
  spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  return vitest(['test/api/attack/attack.slow.test.ts'], { ...process.env, ATTACK_TIMES: '1' })
}

function released() {
  const run = (...words) => spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1
  return [
    vitest(['test/release/site.slow.test.ts'], { ...process.env, SITE: 'all' }),
    run('release/runtime/run.mjs'),
    run('release/release.mjs', '--dry-run'),
  ]
}

function vitest(words, env) {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'test/vitest.config.ts',
      '--testTimeout',
      '7200000',
      ...words,
    ],
    { stdio: 'inherit', env },
  )
  // Ended by a signal is no success.
  return status ?? 1
}
