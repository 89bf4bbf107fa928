import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { BaseError, type ErrorKind } from '@vaultwright/base'
import type { ReplayOrder, TenantVaultRef } from '../task/task.ts'
import type { ReplayedDays } from './replay-plan.ts'
import type { ReplayFailure, ReplayThreadInput, ReplayThreadOutput } from './replay-thread.ts'

/** Threads that replay vaults, each with its own connection to the database. */
type ReplayPool = {
  /**
   * Replays a vault on a chain in the next thread that is free.
   * @returns null for a vault that is no longer there.
   * @throws {ReplayThreadError} with the code and the kind of what failed.
   */
  readonly run: (vaultRef: TenantVaultRef, order: ReplayOrder) => Promise<ReplayedDays | null>
  /** Ends the threads. Work that is under way is cut off, and nothing of it is half written. */
  readonly close: () => Promise<void>
}

/** The database, and the number of threads. */
type ReplayPoolOptions = { readonly databaseUrl: string; readonly threads: number }

/** The program of a thread: a source while developing, compiled where it is installed. */
const isSource = import.meta.url.endsWith('.ts')
const program = new URL(isSource ? './replay-thread.ts' : './replay-thread.js', import.meta.url)

/** Opens threads. The database must be one that several connections can share. */
export function openReplayPool({ databaseUrl, threads }: ReplayPoolOptions): ReplayPool {
  const workers = Array.from({ length: threads }, () => startThread(databaseUrl))
  const free = [...workers]
  const waiting: ((worker: Worker) => void)[] = []
  const take = (): Promise<Worker> | Worker =>
    free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  const give = (worker: Worker): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(worker)
    else next(worker)
  }
  return {
    run: async (vaultRef, order) => {
      const worker = await take()
      try {
        return resultOf(await ask(worker, { vaultRef, order }))
      } finally {
        give(worker)
      }
    },
    close: async () => {
      await Promise.all(workers.map(end))
    },
  }
}

/** A larger one takes a third more memory, and saves no time. */
const youngMb = 32

/**
 * A vault of many years needs a tenth of it. The smaller this is, the less V8 lets a heap grow before it collects: with
 * its own limit to four times of what lives, which takes a quarter more memory, and more with more vaults, and saves no
 * time that could be measured.
 */
const oldMb = 1_000

function startThread(databaseUrl: string): Worker {
  return new Worker(program, {
    workerData: { databaseUrl },
    resourceLimits: { maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: oldMb },
    execArgv: isSource ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [],
  })
}

/** A thread that ends without an answer, as for want of memory, fails its vault. */
async function ask(worker: Worker, input: ReplayThreadInput): Promise<ReplayThreadOutput> {
  if (worker.threadId === -1) throw new ReplayThreadEndedError()
  worker.postMessage(input)
  const letGo = new AbortController()
  const { signal } = letGo
  try {
    const [answer] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => {
        throw new ReplayThreadEndedError()
      }),
    ])
    return answer
  } finally {
    letGo.abort()
  }
}

/** A thread without work lets go of its database; one that is at work is cut off. */
async function end(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return
  const ended = once(worker, 'exit')
  worker.postMessage(null)
  const late = setTimeout(() => void worker.terminate(), graceMs)
  await ended
  clearTimeout(late)
}

const graceMs = 2_000

function resultOf(output: ReplayThreadOutput): ReplayedDays | null {
  if (output.ok) return output.replayed
  const { failure } = output
  if (failure.code !== null) throw new ReplayThreadError(failure.code, failure)
  const bug = new Error(failure.message)
  if (failure.stack !== undefined) bug.stack = failure.stack
  throw bug
}

/** A vault could not be replayed in a thread; code and kind are those of the failure there. */
export class ReplayThreadError extends BaseError {
  override readonly code: string
  override readonly kind: ErrorKind

  constructor(code: string, failure: ReplayFailure) {
    super(failure)
    this.code = code
    this.kind = failure.kind
  }
}

/** A thread ended before its vault was done. */
class ReplayThreadEndedError extends BaseError {
  override readonly code = 'replay_thread_ended'
  override readonly kind = 'overload'

  constructor() {
    super({
      message:
        'A thread of the replay ended before its vault was done, most likely for want of memory. What was written stays; run it again with fewer threads.',
      retryable: true,
    })
  }
}
