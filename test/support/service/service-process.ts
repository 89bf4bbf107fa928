import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server program that a test run started: where it listens, and how it ends. */
export type Service = {
  readonly url: string
  /** The process that serves now; 0 while none does. */
  readonly pid: () => number
  /** Ends it for good and deletes its data; a second call does nothing. */
  readonly stop: () => Promise<void>
  /** Ends it at once, as a crash does (SIGKILL); its data stay. */
  readonly kill: () => Promise<void>
  /** Starts it again where it was, with the data it left; ends it first in good order if it runs. */
  readonly restart: () => Promise<void>
}

/** The plan of a server program's run. */
export type Plan = {
  readonly url: string
  readonly command: string
  readonly args: readonly string[]
  /** Everything the program writes lies here; deleted at the end. */
  readonly folder: string
  /** The line of the program once it serves. */
  readonly ready: RegExp
  /** The signal that ends it in good order. */
  readonly signal: NodeJS.Signals
  readonly env?: Readonly<Record<string, string>>
  /** The user it runs as, where it is not ours. */
  readonly user?: { readonly uid: number; readonly gid: number }
}

// A machine under load is late, not wrong.
const startLimitMs = 300_000
let isBound = false

// Waits for the end of its input, which comes when the process that started it ends, however it
// ends; then ends the program that the last line names, and deletes the folder.
const keeper = `
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -s "$2" "$pid" 2>/dev/null
  for step in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill -s KILL "$pid" 2>/dev/null
fi
rm -rf "$1"
`

/**
 * Starts a server program and waits until it serves.
 *
 * The program ends with this process, also when this process is killed.
 *
 * @throws {Error} when it ends or is silent instead of serving; with the last lines it wrote.
 */
export async function openService(plan: Plan): Promise<Service> {
  endWithRun()
  const watch = spawn('sh', ['-c', keeper, 'sh', plan.folder, plan.signal.replace('SIG', '')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  watch.stdin.on('error', () => {})
  let running: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals) => {
    const child = running
    running = null
    if (child !== null) await endProcess(child, signal)
    watch.stdin.write('\n')
  }
  const start = async () => {
    running = spawn(plan.command, plan.args, {
      cwd: plan.folder,
      detached: true,
      env: { ...process.env, ...plan.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...plan.user,
    })
    if (running.pid !== undefined) watch.stdin.write(`${running.pid}\n`)
    await serving(running, plan)
  }
  const stop = async () => {
    await end(plan.signal)
    rmSync(plan.folder, { recursive: true, force: true })
    watch.stdin.end()
  }
  try {
    await start()
  } catch (cause) {
    await stop()
    throw cause
  }
  return {
    url: plan.url,
    pid: () => running?.pid ?? 0,
    stop,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end(plan.signal)
      await start()
    },
  }
}

/**
 * Lets a worker of a test run end when the run is killed; left alone, it would finish its test first,
 * and what it started would live as long.
 */
export function endWithRun(): void {
  if (process.send === undefined || isBound) return
  isBound = true
  process.once('disconnect', () => process.exit(1))
}

/** Makes a folder of its own for a service, under the system's folder for temporary files. */
export function makeFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `vaultwright-${name}-`))
}

/**
 * Opens a service on a free port of 127.0.0.1, and on another one if it is taken.
 *
 * @throws {Error} whatever else keeps it from opening.
 */
export async function onFreePort(open: (port: number) => Promise<Service>): Promise<Service> {
  for (let left = 2; ; left--) {
    try {
      return await open(await freePort())
    } catch (cause) {
      if (left === 0 || !/already in use/i.test(String(cause))) throw cause
    }
  }
}

/** Tells whether a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

async function serving(child: ChildProcess, plan: Plan): Promise<void> {
  let output = ''
  const failure = await new Promise<string | null>((settle) => {
    const timer = setTimeout(() => settle('did not serve in time'), startLimitMs)
    const done = (reason: string | null) => {
      clearTimeout(timer)
      settle(reason)
    }
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-4000)
        if (plan.ready.test(output)) done(null)
      })
    }
    child.once('error', (cause) => done(cause.message))
    child.once('exit', (code, signal) => done(`ended with ${code ?? signal}`))
  })
  if (failure !== null) throw new Error(`${plan.command} ${failure}.\n${output}`)
  child.unref()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.removeAllListeners('data').resume()
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  const heirs = signal === 'SIGKILL' ? childrenOf(child.pid) : []
  child.ref()
  child.kill(signal)
  for (const pid of heirs) endHeir(pid)
  await gone
}

// A killed PostgreSQL leaves the processes of its connections behind for a moment; what takes the
// power takes them too.
function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function endHeir(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
