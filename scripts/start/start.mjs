// `npm start`: installs what starting needs, builds, and starts everything. Built-ins only: it runs before
// node_modules exists. Further arguments go to `vaultwright dev serve`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve as resolvePath } from 'node:path'
import { install } from './bootstrap.mjs'
import { runStep, StepError } from './step.mjs'

const lock = '.cache/start.pid'
const packagedNode = 'node_modules/.bin/node'

try {
  takeLock()
  await install('start')
  const node = existsSync(packagedNode) ? packagedNode : process.execPath
  await runStep('building the program and the console', () => build(node))
  process.exitCode = await serve(node)
} catch (error) {
  if (!(error instanceof StepError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  if (isOurs()) rmSync(lock, { force: true })
}

/** Two starts in one folder would build over each other. */
function takeLock() {
  const pid = readPid()
  if (pid !== null && isStart(pid))
    throw new StepError(
      `npm start already runs in this folder, as process ${pid}. Use its console, or end it with \`kill ${pid}\` and run npm start again.`,
    )
  mkdirSync('.cache', { recursive: true })
  writeFileSync(lock, String(process.pid))
}

function isOurs() {
  return readPid() === process.pid
}

function readPid() {
  try {
    return Number(readFileSync(lock, 'utf8')) || null
  } catch {
    return null
  }
}

/** The number of a process that ended may belong to another program by now. */
function isStart(pid) {
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' })
  return stdout?.includes('scripts/start/start.mjs') === true
}

function build(node) {
  const child = spawn(node, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StepError(error.message)))
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(
            new StepError(
              /ENOSPC/.test(output)
                ? 'The disk is full. Make room, then run npm start again.'
                : `The build failed. Nothing half-made was left; run npm start again, or look at what failed:\n${output}`,
            ),
          ),
    )
  })
}

/** The program gets the signals of the terminal itself; those that only this process gets are passed on. */
function serve(node) {
  const words = ['packages/cli/dist/main.js', 'dev', 'serve', ...process.argv.slice(2)]
  // What was compiled once is read again by the next start.
  const env = { NODE_COMPILE_CACHE: resolvePath('.cache/compile'), ...process.env }
  const child = spawn(node, words, { stdio: 'inherit', env })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
