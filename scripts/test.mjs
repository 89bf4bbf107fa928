// `npm test`: checks, builds and compiles what the tests need, then runs them. Further arguments go to Vitest.
// The contracts, which take longest, compile beside all else; tests that read them come last and wait for them.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const lock = path('.cache/foundry/out.lock')

const contracts = compile()
let status = await npm('check')
// The build runs after failed checks too, so that each failure is shown.
status = (await npm('build', { TYPES_CHECKED: status === 0 ? '1' : '' })) || status
if (status === 0) status = await test()
process.exitCode = (await contracts) || status

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

function npm(script, more = {}) {
  const env = { ...process.env, ...more }
  return ended(spawn('npm', ['run', '--silent', script], { stdio: 'inherit', env }))
}

function test() {
  const words = ['run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)]
  // Processes that tests start load the same modules, so that they compile them once for all.
  const env = {
    NODE_COMPILE_CACHE: path('node_modules/.cache/vaultwright/compile'),
    ...process.env,
  }
  const program = path('node_modules/vitest/vitest.mjs')
  return ended(spawn(process.execPath, [program, ...words], { stdio: 'inherit', env }))
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    // Ended by a signal is no success.
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
