import {
  type ChildProcess,
  type SpawnOptions,
  type SpawnSyncOptions,
  spawn,
  spawnSync,
} from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { type Outcome, residentProgram } from './resident.ts'

export const root = resolve(import.meta.dirname, '../..')
export const main = join(root, 'packages/cli/dist/main.js')
export const example = join(root, 'fixtures/trees/example-1024.json')

if (!existsSync(main)) throw new Error('The program is not built. Run "npm run build" first.')

/** What a run of the program may be given. */
export type RunOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string | Uint8Array
  readonly cwd?: string
}

/** Notes of what the tests wrote stay out of the home of whoever runs them. */
const bareEnv = { PATH: process.env.PATH, XDG_STATE_HOME: join(tmpdir(), 'vaultwright-e2e-state') }

/** Runs the built program to its end, without a terminal and with a bare environment. */
export function run(words: readonly string[], { env, input = '', cwd }: RunOptions = {}): Outcome {
  const before = process.cwd()
  // The thread works in the folder of its process, which stands still meanwhile.
  if (cwd !== undefined) process.chdir(cwd)
  try {
    return residentProgram().run(words, { ...bareEnv, ...env }, input)
  } finally {
    if (cwd !== undefined) process.chdir(before)
  }
}

/** Does the same as {@link run} in a process of its own. */
export function runProcess(words: readonly string[], options: SpawnSyncOptions = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    maxBuffer: 1 << 28,
    ...options,
    env: { ...bareEnv, ...options.env },
  })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

/** Runs the program with `--json` and reads its one document. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
export function ask(words: readonly string[], options: RunOptions = {}): any {
  return JSON.parse(run([...words, '--json'], options).out)
}

/** Makes a folder that is gone after the tests of the file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-e2e-'))
  // A busy disk takes minutes for a folder of installed packages.
  afterAll(() => rm(folder, { recursive: true, force: true }), 300_000)
  return folder
}

/** A run of the program that goes on beside the test. */
export type Running = {
  readonly pid: number
  /** Waits until standard output holds so many whole lines, and gives them. */
  readonly lines: (count: number) => Promise<readonly string[]>
  readonly signal: (name: NodeJS.Signals) => void
  readonly end: Promise<Outcome>
}

const children = new Set<ChildProcess>()
// Told to end, not killed: a killed program cannot end the chains that it started.
afterAll(async () => {
  for (const child of [...children]) {
    const end = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await end
  }
})

/** Starts the built program; it is killed with the tests of the file at the latest. */
export function start(words: readonly string[], options: SpawnOptions = {}): Running {
  const child = spawn(process.execPath, [main, ...words], {
    ...options,
    env: { ...bareEnv, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('close', () => children.delete(child))
  let out = ''
  let err = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const end = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  const lines = async (count: number) => {
    while (out.split('\n').length <= count) {
      if (isOver) throw new Error(`The program ended before it said ${count} lines: ${err}`)
      await setTimeout(20)
    }
    return out.split('\n').slice(0, count)
  }
  return { pid: child.pid!, lines, signal: (name) => void child.kill(name), end }
}

/** Runs the program to its end while the test, and a chain that it started, live on. */
export async function runBeside(
  words: readonly string[],
  { env, cwd }: RunOptions = {},
): Promise<Outcome> {
  if (cwd !== undefined && cwd !== process.cwd()) return start(words, { env, cwd }).end
  return residentProgram().runBeside(words, { ...bareEnv, ...env })
}

/** Runs the program with `--json` beside the test and reads its one document. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
export async function askBeside(words: readonly string[]): Promise<any> {
  return JSON.parse((await runBeside([...words, '--json'])).out)
}

/** Asks a service as its documents say: again after a while when it is too busy. */
export async function fetchWhenFree(url: string, init: RequestInit = {}): Promise<Response> {
  const end = Date.now() + 30_000
  for (;;) {
    const response = await fetch(url, init)
    const after = response.headers.get('retry-after')
    if (response.status !== 503 || after === null || Date.now() > end) return response
    await response.body?.cancel()
    await setTimeout(Number(after) * 1_000)
  }
}

/** Process ids whose command line holds a text, such as the URL that a fork is of. */
export function processesWith(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return /(^|\/)anvil\0/.test(line) && line.split('\0').some((word) => word.includes(text))
      } catch {
        return false
      }
    })
    .map(Number)
}
