import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { BaseError } from '@vaultwright/base'

/** The end of a process. */
export type ProcessExit = { readonly how: string }

/** A process that does not outlive this one. */
export type ChildHandle = {
  readonly pid: number
  readonly exit: Promise<ProcessExit>
  /** The last of what it wrote to its error output, or to its output when that is empty. */
  readonly tail: () => string
  /** Waits until its output holds a pattern. Throws NotReadyError when it ends first or takes too long. */
  readonly waitFor: (pattern: RegExp, withinMs?: number) => Promise<RegExpExecArray>
  /** Asks it to end, then makes it; resolves when it is gone. */
  readonly end: () => Promise<void>
}

const tailSize = 2000
/** The time a process that keeps nothing may take to end. */
const usualGraceMs = 2000

/** The resources that go with a process. */
export type ProcessOptions = {
  /** Folders that are removed with it. */
  readonly folders: readonly string[]
  /** Takes secrets out of its words. */
  readonly redact: (text: string) => string
  /** Milliseconds from being asked to end to being made to. 2 seconds when not said. */
  readonly graceMs?: number
}

type RunningChild = { readonly child: ChildProcess; readonly folders: readonly string[] }

const runningChildren = new Set<RunningChild>()
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Starts a process that ends with this one, also when a signal ends this one. */
export function startProcess(
  program: string,
  list: readonly string[],
  place: ProcessOptions,
): ChildHandle {
  const { graceMs = usualGraceMs } = place
  const child = spawn(program, list, { stdio: ['ignore', 'pipe', 'pipe'] })
  const mine = { child, folders: place.folders }
  trackChild(mine)
  let output = ''
  let errors = ''
  let isReady = false
  const listeners = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!isReady) output += text
    for (const listener of listeners) listener()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-tailSize)
  })
  const exit = new Promise<ProcessExit>((resolve) => {
    child.once('error', (error) => resolve({ how: `it does not start (${error.message})` }))
    child.once('close', (code, signal) =>
      resolve({ how: signal === null ? `it exited with ${code}` : `it was ended by ${signal}` }),
    )
  })
  void exit.then(() => untrackChild(mine))
  const tail = () => {
    const lastOutput = (errors.trim() === '' ? output : errors).trim().slice(-tailSize)
    return place.redact(lastOutput)
  }
  return {
    pid: child.pid ?? -1,
    exit,
    tail,
    async waitFor(pattern, withinMs = 30_000) {
      let timer: NodeJS.Timeout | undefined
      let listener = () => {}
      const firstMatch = new Promise<RegExpExecArray>((resolve, reject) => {
        listener = () => {
          const match = pattern.exec(output)
          if (match !== null) resolve(match)
        }
        listeners.add(listener)
        listener()
        const late = `it was not ready within ${withinMs} ms`
        timer = setTimeout(() => reject(new NotReadyError(late)), withinMs)
        void exit.then(({ how }) => reject(new NotReadyError(how)))
      })
      try {
        return await firstMatch
      } finally {
        clearTimeout(timer)
        listeners.delete(listener)
        isReady = true
      }
    },
    async end() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await exit
      clearTimeout(timer)
    },
  }
}

function trackChild(mine: RunningChild): void {
  if (runningChildren.size === 0) {
    process.on('exit', endAll)
    for (const signal of signals) process.on(signal, endBySignal)
  }
  runningChildren.add(mine)
}

function untrackChild(mine: RunningChild): void {
  runningChildren.delete(mine)
  if (runningChildren.size > 0) return
  process.off('exit', endAll)
  for (const signal of signals) process.off(signal, endBySignal)
}

function endAll(): void {
  for (const { child, folders } of runningChildren) {
    child.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Ends what was started; ends this process too, unless another listener decides that. */
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endAll()
  process.off(signal, endBySignal)
  process.kill(process.pid, signal)
}

/** A process ended, or took too long, before it was ready. */
class NotReadyError extends BaseError {
  override readonly code = 'process_not_ready'
  override readonly kind = 'timeout'

  constructor(why: string) {
    super({ message: why, facts: { why }, retryable: true })
  }
}
