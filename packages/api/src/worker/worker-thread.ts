import { Worker } from 'node:worker_threads'
import type { ThreadRequest, threadBegan } from './thread.ts'
import type { ThreadOutcome } from './thread-failure.ts'

/** A task for a thread, and who hears how it ended. */
export type ThreadJob = {
  readonly request: ThreadRequest
  readonly transfer?: readonly ArrayBuffer[]
  readonly settle: (ended: ThreadEnd) => void
}

/** How a task ended. */
export type ThreadEnd =
  | { readonly kind: 'outcome'; readonly outcome: ThreadOutcome<unknown> }
  /** The thread had not enough memory, or not enough time; it is gone. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'time' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'broken'; readonly cause: unknown }

/** A thread with a task. */
export type Thread = {
  readonly worker: Worker
  readonly result: Promise<ThreadEnd>
  readonly end: () => Promise<void>
}

/** What a thread may take for one task. */
export type ThreadLimits = { readonly heapMb: number; readonly taskMs: number }

/** Milliseconds for a thread to begin, which loads its program first. */
const loadMs = 60_000

/** The program of a thread: a source while developing, compiled where it is installed. */
const isSource = import.meta.url.endsWith('.ts')
const program = new URL(isSource ? './thread.ts' : './thread.js', import.meta.url)

/** Does a task in a thread. */
export function runInThread(
  known: Thread | null,
  job: ThreadJob,
  { heapMb, taskMs }: ThreadLimits,
): Thread {
  const worker = known?.worker ?? openWorker(heapMb)
  let hasEnded = false
  const result = new Promise<ThreadEnd>((resolve) => {
    const end = (ended: ThreadEnd): void => {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(timer)
      // One by one: the worker has listeners of its own, which its messages need.
      worker.off('message', hear).off('error', fail).off('messageerror', garble).off('exit', leave)
      worker.unref()
      resolve(ended)
      job.settle(ended)
    }
    const spend = (ms: number) => setTimeout(() => end({ kind: 'time' }), ms)
    let timer = spend(loadMs)
    const hear = (said: ThreadOutcome<unknown> | typeof threadBegan): void => {
      if (said !== 'began') end({ kind: 'outcome', outcome: said })
      else {
        clearTimeout(timer)
        timer = spend(taskMs)
      }
    }
    const fail = (cause: Error & { readonly code?: string }): void =>
      end(
        cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'broken', cause },
      )
    const garble = (cause: unknown): void => end({ kind: 'broken', cause })
    const leave = (): void => end({ kind: 'closed' })
    worker.on('message', hear).on('error', fail).on('messageerror', garble).on('exit', leave)
    worker.ref()
  })
  worker.postMessage(job.request, [...(job.transfer ?? [])])
  const end = async () => void (await worker.terminate())
  return { worker, result, end }
}

/** A thread has no environment, which holds keys, and its own share of memory. */
function openWorker(heapMb: number): Worker {
  const worker = new Worker(program, {
    env: {},
    execArgv: isSource ? ['--conditions=source', '--disable-warning=ExperimentalWarning'] : [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  })
  // A worker that ends between tasks fails none: the next task gets a new one.
  worker.on('error', () => {})
  return worker
}
