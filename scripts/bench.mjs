// Benchmarks against other libraries: `npm run bench`, `npm run bench -- --json`.
// The rivals live in test/bench with a lock of their own, so that they never enter the project's dependency tree.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const folder = 'test/bench'
const mark = `${folder}/node_modules/.bootstrap`
const lock = createHash('sha256')
  .update(readFileSync(`${folder}/package-lock.json`))
  .digest('hex')
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== lock) {
  run('npm', ['ci', '--workspaces=false', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  writeFileSync(mark, lock)
}
// The suite has built the packages, and its other tests run them meanwhile.
if (process.env.BENCH_BUILT !== '1') run(process.execPath, ['scripts/build.mjs'], '.')
run(process.execPath, [`${folder}/run.mjs`, ...process.argv.slice(2)], '.')

/** Runs a command; only the benchmark itself may write to stdout. */
function run(command, args, cwd) {
  const quiet = !args[0].endsWith('run.mjs')
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', quiet ? 2 : 1, 2] })
  if (status !== 0) process.exit(status ?? 1)
}
