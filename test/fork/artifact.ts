import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Abi, Hex } from 'viem'

/** A compiled contract. */
export type Artifact = { readonly abi: Abi; readonly code: Hex }

const root = join(import.meta.dirname, '../..')
/** Whoever says where the contracts lie has compiled them. */
const given = process.env.FOUNDRY_OUT
const out = given ?? join(root, '.cache/foundry/out')
const lock = `${out}.lock`
let built: Promise<void> | null = null

/** Reads a contract, compiled from what the sources are now. */
export async function artifactOf(file: string, contract = file): Promise<Artifact> {
  await contractsCompiled()
  const text = readFileSync(join(out, `${file}.sol`, `${contract}.json`), 'utf8')
  const { abi, bytecode } = JSON.parse(text)
  return { abi, code: bytecode.object }
}

/** Waits until the contracts are compiled, by this process or another. */
export function contractsCompiled(): Promise<void> {
  built ??= given === undefined ? build() : Promise.resolve()
  return built
}

/** The build of the whole, which costs nothing when it is done; one at a time: two forges in one cache spoil it. */
async function build(): Promise<void> {
  const deadline = Date.now() + 600_000
  while (!tryLock()) {
    if (Date.now() > deadline) throw new Error(`${lock} is held for too long. Remove it.`)
    await pause(50)
  }
  try {
    const run = promisify(execFile)
    await run(process.execPath, [join(root, 'scripts/forge.mjs'), 'build'])
  } finally {
    rmSync(lock, { recursive: true, force: true })
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
