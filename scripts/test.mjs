// `npm test`: checks, bundles and compiles what the quick tests need, then runs them. `npm run test:all` runs the
// slow ones. A file's name says its tier (test/support/reporter/tier.ts). Further arguments go to Vitest, and nothing is
// checked then: `npm test -- packages/merkle` runs the tests of one room, `npm test -- --changed` those that the
// uncommitted change can reach. `--sum` prints what both tiers came to.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const lock = path('.cache/foundry/out.lock')
const words = process.argv.slice(2)

if (words[0] === '--sum') process.exitCode = sum()
else if (words[0] === '--slow') process.exitCode = await slow(words.slice(1))
else if (words.length > 0) process.exitCode = await some(words)
else process.exitCode = await quick()

/** The contracts, which take longest, compile beside all else; tests that read them come last and wait for them. */
async function quick() {
  const contracts = compile()
  // Tests run after failed checks too, so that each failure is shown.
  const checked = await npm('check')
  const status = (await build()) || (await test([], 'quick'))
  return (await contracts) || checked || status
}

async function slow(more) {
  const contracts = compile()
  const status = (await build('--whole')) || (await test(more, 'slow'))
  return (await contracts) || status
}

/**
 * Runs the tests that a person names at once, whichever tier they are of; `--changed` alone stays
 * with the quick one.
 */
async function some(more) {
  const isNamed = more.some((word) => !word.startsWith('-'))
  return (await build()) || test(more, isNamed ? '' : 'quick')
}

/** Compiles the contracts under the lock that test/fork/artifact.ts waits for. */
async function compile() {
  mkdirSync(path('.cache/foundry'), { recursive: true })
  writeFileSync(lock, String(process.pid))
  try {
    return await npm('contracts')
  } finally {
    rmSync(lock, { force: true })
  }
}

/** The file that a whole run of a tier leaves its counts in: without those of an earlier run. */
function newCountsOf(tier) {
  mkdirSync(path('.cache/test'), { recursive: true })
  rmSync(countsFile(tier), { force: true })
  return countsFile(tier)
}

function countsFile(tier) {
  return path(`.cache/test/${tier}.json`)
}

/** Prints the counts of the quick tier, then of both; a tier that gave none has failed. */
function sum() {
  const counts = ['quick', 'slow'].map((tier) => countsOf(countsFile(tier)))
  const total = (key) => counts.reduce((all, count) => all + count[key], 0)
  console.log(line(counts[0]))
  console.log(line({ passed: total('passed'), failed: total('failed'), skipped: total('skipped') }))
  return total('failed') > 0 ? 1 : 0
}

function countsOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function npm(script) {
  return ended(spawn('npm', ['run', '--silent', script], { stdio: 'inherit' }))
}

/** Builds without checking types again: `check` has looked at everything at once. */
function build(...words) {
  const env = { ...process.env, TYPES_CHECKED: '1' }
  return ended(
    spawn(process.execPath, [path('scripts/build.mjs'), ...words], { stdio: 'inherit', env }),
  )
}

function test(more, tier) {
  const args = ['run', '--config', 'test/vitest.config.ts', ...more]
  // Processes that tests start load the same modules, so that they compile them once for all.
  const env = {
    NODE_COMPILE_CACHE: path('node_modules/.cache/vaultwright/compile'),
    ...process.env,
    TEST_TIER: tier,
    ...(more.length === 0 ? { TEST_COUNTS: newCountsOf(tier) } : {}),
  }
  const program = path('node_modules/vitest/vitest.mjs')
  return ended(spawn(process.execPath, [program, ...args], { stdio: 'inherit', env }))
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    // Ended by a signal is no success.
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
