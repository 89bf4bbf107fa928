// Benchmarks against other libraries: `npm run bench`, `npm run bench -- --help`.
// The rivals live in test/bench with a lock of their own, so that they never enter the project's dependency tree.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}test/bench`
const packagedNode = `${root}node_modules/.bin/node`
/** The benchmarks are TypeScript, which older Nodes do not run. */
const node = existsSync(packagedNode) ? packagedNode : process.execPath

installPeers()
// The suite has built the packages, and its other tests run them meanwhile.
if (process.env.BENCH_BUILT !== '1') {
  const status = run([process.execPath, 'scripts/build.mjs'], { cwd: root, stdout: 2 })
  if (status !== 0) process.exit(status)
}
const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning']
const words = [...flags, `${folder}/run.ts`, ...process.argv.slice(2)]
process.exitCode = run([node, ...words], { cwd: root, stdout: 1 })

/** Without them a benchmark measures ours alone: no network is a reason to say so, not to stop. */
function installPeers() {
  const mark = `${folder}/node_modules/.bootstrap`
  const lock = createHash('sha256')
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const install = ['npm', 'ci', '--workspaces=false', ...quiet]
  if (run(install, { cwd: folder, stdout: 2 }) === 0) return writeFileSync(mark, lock)
  // A part of them would be worse than none.
  rmSync(`${folder}/node_modules`, { recursive: true, force: true })
  console.error('The rivals could not be installed: what they would take is not measured.')
}

/** Runs a command; only the benchmark itself may write to the standard output. */
function run([command, ...args], { cwd, stdout }) {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', stdout, 2] })
  // Ended by a signal is no success.
  return status ?? 1
}
