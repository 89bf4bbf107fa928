import { type SpawnOptions, type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Outcome, residentProgram } from './resident/resident.ts'

export const root = resolve(import.meta.dirname, '../..')
export const main = join(root, 'packages/cli/dist/main.js')
export const example = join(root, 'fixtures/trees/example-1024.json')

if (!existsSync(main)) throw new Error('The program is not built. Run "npm run build" first.')

/** Options of a run of the program. */
export type RunOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string | Uint8Array
  readonly cwd?: string
}

/** Notes of what the tests wrote stay out of the home of whoever runs them. */
const bareEnv = {
  PATH: process.env.PATH,
  XDG_STATE_HOME: join(tmpdir(), 'vaultwright-e2e-state'),
  // No load balancer sends requests here.
  SHUTDOWN_DELAY_MS: '0',
}

/** Runs the built program to its end, without a terminal and with a bare environment. */
export function run(words: readonly string[], { env, input = '', cwd }: RunOptions = {}): Outcome {
  const before = process.cwd()
  // The thread works in the folder of its process, which stands still meanwhile.
  if (cwd !== undefined) process.chdir(cwd)
  try {
    return residentProgram().run(words, { env: { ...bareEnv, ...env }, input })
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
  folders.add(folder)
  return folder
}

/** A run of the program that goes on beside the test. */
export type Running = {
  /** Waits until standard output holds so many whole lines, and gives them. */
  readonly lines: (count: number) => Promise<readonly string[]>
  readonly signal: (name: NodeJS.Signals) => void
  readonly end: Promise<Outcome>
}

/** A run in a process of its own. */
export type RunningProcess = Running & { readonly pid: number }

const folders = new Set<string>()
const started = new Set<{ readonly running: Running; isTold: boolean }>()

/** Ends what the tests of a file started, and removes their folders; called after each file. */
export async function endFile(): Promise<void> {
  for (const { running, isTold } of [...started]) {
    // Told to end, not killed: a killed program cannot end the chains that it started. Told once: the second time it
    // does not end them either.
    if (!isTold) running.signal('SIGINT')
    await running.end
  }
  await Promise.all([...folders].map((folder) => rm(folder, { recursive: true, force: true })))
  folders.clear()
}

function tracked<Kind extends Running>(running: Kind): Kind {
  const entry = { running, isTold: false }
  started.add(entry)
  void running.end.then(() => started.delete(entry))
  const signal = (name: NodeJS.Signals) => {
    entry.isTold = true
    running.signal(name)
  }
  return { ...running, signal }
}

/**
 * Starts a service of the program in the thread that stays; it ends with the tests of the file at the latest.
 *
 * Several of its services at once end by one signal.
 */
export function startBeside(
  words: readonly string[],
  { env }: Pick<RunOptions, 'env'> = {},
): Running {
  const output = openOutput()
  const { end, signal } = residentProgram().start(
    words,
    { env: { ...bareEnv, ...env }, input: '' },
    output.push,
  )
  void end.then(output.close)
  return tracked({ end, signal, lines: output.lines })
}

/** Starts the built program in a process of its own; it ends with the tests of the file at the latest. */
export function start(words: readonly string[], options: SpawnOptions = {}): RunningProcess {
  const child = spawn(process.execPath, [main, ...words], {
    ...options,
    env: { ...bareEnv, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = openOutput()
  let err = ''
  child.stdout!.setEncoding('utf8').on('data', output.push)
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const end = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ code, out: output.text(), err }))
  })
  void end.then(output.close)
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  return tracked({ pid: child.pid!, lines: output.lines, signal, end })
}

/** Gathers standard output for those that wait for lines of it. */
function openOutput() {
  const changes = new EventEmitter()
  let text = ''
  let ended: Outcome | undefined
  return {
    text: () => text,
    push: (piece: string) => {
      text += piece
      changes.emit('change')
    },
    close: (outcome: Outcome) => {
      ended = outcome
      changes.emit('change')
    },
    lines: async (count: number): Promise<readonly string[]> => {
      while (text.split('\n').length <= count) {
        if (ended !== undefined)
          throw new Error(`The program ended before it printed ${count} lines: ${ended.err}`)
        await once(changes, 'change')
      }
      return text.split('\n').slice(0, count)
    },
  }
}

/** Runs the program to its end while the test, and a chain that it started, live on. */
export async function runBeside(
  words: readonly string[],
  { env, cwd, input = '' }: RunOptions = {},
): Promise<Outcome> {
  if (cwd !== undefined && cwd !== process.cwd()) return start(words, { env, cwd }).end
  return residentProgram().start(words, { env: { ...bareEnv, ...env }, input }, () => {}).end
}

/** Runs the program with `--json` beside the test and reads its one document. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
export async function askBeside(words: readonly string[]): Promise<any> {
  return JSON.parse((await runBeside([...words, '--json'])).out)
}

/** Asks a service as its documents say: again after a while, for as long as it is too busy. */
export async function fetchWhenFree(url: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init)
    const after = response.headers.get('retry-after')
    if (response.status !== 503 || after === null) return response
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
