import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Abi, Hex } from 'viem'

/** A compiled contract. */
export type Artifact = { readonly abi: Abi; readonly code: Hex }

const root = join(import.meta.dirname, '../..')
/** The folder of compiled contracts, if the caller names it. */
const outFolder = process.env.FOUNDRY_OUT
const out = outFolder ?? join(root, '.cache/foundry/out')
const lock = `${out}.lock`
const settings = ['foundry/foundry.toml', 'package.json', 'package-lock.json']
let built: Promise<void> | null = null

/** Reads a contract, compiled from what the sources are now. */
export async function artifactOf(file: string, contract = file): Promise<Artifact> {
  const text = readFileSync(await artifactPathOf(file, contract), 'utf8')
  const { abi, bytecode } = JSON.parse(text)
  return { abi, code: bytecode.object }
}

/** The file of a contract, as the compiler wrote it from what the sources are now. */
export async function artifactPathOf(file: string, contract = file): Promise<string> {
  await contractsCompiled()
  return join(out, `${file}.sol`, `${contract}.json`)
}

/** Waits until the contracts are compiled, by this process or another. */
export function contractsCompiled(): Promise<void> {
  built ??= outFolder === undefined ? build() : Promise.resolve()
  return built
}

/** Compiles what changed since the last build; one at a time: two forges in one cache spoil it. */
async function build(): Promise<void> {
  const deadline = Date.now() + 600_000
  while (!tryLock()) {
    if (Date.now() > deadline) throw new Error(`${lock} is held for too long. Remove it.`)
    await pause(50)
  }
  try {
    const stamp = stampOfSources()
    if (stamp === readStamp()) return
    const run = promisify(execFile)
    await run('npm', ['run', '--silent', 'contracts'], { cwd: root })
    writeFileSync(`${out}.stamp`, stamp)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** A hash of all that the compiler reads: forge itself takes half a second to see that nothing changed. */
function stampOfSources(): string {
  const hash = createHash('sha256')
  const sources = globSync(['src/**/*.sol', 'test/mutant/*.sol'], { cwd: join(root, 'foundry') })
  const files = [...sources.sort().map((file) => `foundry/${file}`), ...settings]
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function readStamp(): string {
  try {
    return readFileSync(`${out}.stamp`, 'utf8')
  } catch {
    return ''
  }
}

function tryLock(): boolean {
  try {
    mkdirSync(join(out, '..'), { recursive: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isHolderGone()) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** A process that was killed gives nothing back. */
function isHolderGone(): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // Nothing is in it for a moment, while its holder writes.
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'ESRCH' || code === 'EISDIR'
  }
}
