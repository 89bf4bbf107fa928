import { Worker } from 'node:worker_threads'
import { BaseError } from '@vaultwright/base'
import { OverloadError } from '../limit/overload-error.ts'
import type { ThreadRequest, threadBegan, WorkerTask, WorkerTaskName } from './thread.ts'
import { resultOf, type ThreadOutcome } from './thread-failure.ts'

/** Threads for bodies whose reading would delay every other request. */
export type WorkerPool = {
  /**
   * Does a task in a thread, as soon as one is free: no tenant has two while another waits.
   * @throws {ThreadError} for the task's own failures; {BodyTooComplexError} when it needs too much memory;
   *   {WorkTimeoutError} when it takes too long; {OverloadError} when too many wait.
   */
  readonly run: <Name extends WorkerTaskName>(
    name: Name,
    input: WorkerTask[Name]['input'],
    options: PoolWorkOptions,
  ) => Promise<WorkerTask[Name]['output']>
  /** The counts of its work so far. */
  readonly counts: () => WorkerCounts
  /** Ends every thread; what waits is refused. */
  readonly close: () => Promise<void>
}

/** The tenant of a task, and its needs. */
export type PoolWorkOptions = {
  readonly tenantId: string
  /** About how many bytes the task works on. */
  readonly bytes: number
  /** Handed over, not copied. */
  readonly transfer?: readonly ArrayBuffer[]
}

/** Tasks by how they ended, and the most that ran at once. */
export type WorkerCounts = {
  readonly done: number
  readonly outOfMemory: number
  readonly outOfTime: number
  readonly maxAtOnce: number
  readonly maxLargeAtOnce: number
}

/** The limits of the threads. */
export type WorkerLimits = {
  /** Threads at once. */
  readonly threads: number
  /** Tasks that wait at most. */
  readonly waiting: number
  /** Milliseconds of one task, from when its thread has loaded what it needs. */
  readonly taskMs: number
  /** MiB of a thread's heap: for a task of `largeBytes` and more, and for any other. */
  readonly heapMb: { readonly large: number; readonly small: number }
}

/** Tasks on so much need a thread with more memory, of which there is one, and which goes with them. */
export const largeBytes = 4 * 1024 * 1024

/** Two at once, so that one tenant's large tree leaves a thread to the others. */
export const workerLimits: WorkerLimits = {
  threads: 2,
  waiting: 100,
  taskMs: 15_000,
  heapMb: { large: 320, small: 96 },
}

type QueuedWork = PoolWorkOptions & ThreadJob & { readonly isLarge: boolean }

/** Milliseconds for a thread to begin, which loads its program first. */
const loadMs = 60_000

/** The program of a thread: a source while developing, compiled where it is installed. */
const isSource = import.meta.url.endsWith('.ts')
const program = new URL(isSource ? './thread.ts' : './thread.js', import.meta.url)

/** Opens threads. None runs until there is something to do. */
export function openWorkerPool(limits: WorkerLimits = workerLimits): WorkerPool {
  const waiting: QueuedWork[] = []
  const running = new Map<QueuedWork, Thread>()
  const idle: Thread[] = []
  const counts = { done: 0, outOfMemory: 0, outOfTime: 0, maxAtOnce: 0, maxLargeAtOnce: 0 }
  let isClosed = false
  const next = (): void => {
    while (running.size < limits.threads) {
      const active = [...running.keys()]
      const isFree = (one: QueuedWork) =>
        !active.some((other) => other.tenantId === one.tenantId) &&
        !(one.isLarge && active.some(({ isLarge }) => isLarge))
      const index = waiting.findIndex(isFree)
      if (index < 0) return
      start(waiting.splice(index, 1)[0]!)
    }
  }
  /** One that ended by itself while it had nothing to do is none. */
  const takeIdle = (): Thread | undefined => {
    for (let thread = idle.pop(); thread !== undefined; thread = idle.pop()) {
      if (thread.worker.threadId !== -1) return thread
    }
    return undefined
  }
  const start = (work: QueuedWork): void => {
    const heapMb = work.isLarge ? limits.heapMb.large : limits.heapMb.small
    const idleThread = work.isLarge ? undefined : takeIdle()
    // They end while the thread of a large task loads: its memory never comes on top of theirs.
    if (work.isLarge) for (const thread of idle.splice(0)) void thread.end()
    const thread = runInThread(idleThread ?? null, work, { heapMb, taskMs: limits.taskMs })
    running.set(work, thread)
    counts.maxAtOnce = Math.max(counts.maxAtOnce, running.size)
    const large = [...running.keys()].filter(({ isLarge }) => isLarge).length
    counts.maxLargeAtOnce = Math.max(counts.maxLargeAtOnce, large)
    void thread.result.then(async (ended) => {
      if (ended.kind === 'memory') counts.outOfMemory++
      else if (ended.kind === 'time') counts.outOfTime++
      else counts.done++
      // A heap that was large once stays so: its memory goes back with its thread.
      if (ended.kind === 'outcome' && !work.isLarge && !isClosed) idle.push(thread)
      else await thread.end()
      // What comes next does not begin beside the memory of a thread that still ends.
      running.delete(work)
      next()
    })
  }
  return {
    run: async (name, input, options) => {
      if (isClosed || waiting.length >= limits.waiting) throw new OverloadError()
      const ended = await new Promise<Awaited<Thread['result']>>((resolve) => {
        const isLarge = options.bytes >= largeBytes
        waiting.push({ ...options, request: { name, input }, isLarge, settle: resolve })
        next()
      })
      if (ended.kind === 'outcome') {
        return resultOf(ended.outcome as ThreadOutcome<WorkerTask[typeof name]['output']>)
      }
      if (ended.kind === 'broken') throw ended.cause
      if (ended.kind === 'memory') throw new BodyTooComplexError()
      throw ended.kind === 'time' ? new WorkTimeoutError(limits.taskMs) : new OverloadError()
    },
    counts: () => ({ ...counts }),
    close: async () => {
      isClosed = true
      for (const { settle } of waiting.splice(0)) settle({ kind: 'closed' })
      await Promise.all([...idle.splice(0), ...running.values()].map((thread) => thread.end()))
    },
  }
}

/** A task for a thread, and who hears how it ended. */
type ThreadJob = {
  readonly request: ThreadRequest
  readonly transfer?: readonly ArrayBuffer[]
  readonly settle: (ended: ThreadEnd) => void
}

/** The end of a task. */
type ThreadEnd =
  | { readonly kind: 'outcome'; readonly outcome: ThreadOutcome<unknown> }
  /** The thread had not enough memory, or not enough time; it is gone. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'time' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'broken'; readonly cause: unknown }

/** A thread with a task. */
type Thread = {
  readonly worker: Worker
  readonly result: Promise<ThreadEnd>
  readonly end: () => Promise<void>
}

/** The limits of a thread for one task. */
type ThreadLimits = { readonly heapMb: number; readonly taskMs: number }

/** Does a task in a thread. */
function runInThread(
  idleThread: Thread | null,
  job: ThreadJob,
  { heapMb, taskMs }: ThreadLimits,
): Thread {
  const worker = idleThread?.worker ?? openWorker(heapMb)
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
    const hear = (message: ThreadOutcome<unknown> | typeof threadBegan): void => {
      if (message !== 'began') end({ kind: 'outcome', outcome: message })
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

/** Reading a body takes more memory than one body may have. */
export class BodyTooComplexError extends BaseError {
  override readonly code = 'body_too_complex'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'Reading the body takes too much memory. Send a smaller one.' })
  }
}

/** Reading a body takes too long. */
export class WorkTimeoutError extends BaseError {
  override readonly code = 'work_timed_out'
  override readonly kind = 'timeout'

  constructor(taskMs: number) {
    super({
      message:
        'Reading the body took too long and was given up. Send a smaller one, or send it later.',
      facts: { taskMs },
      retryable: true,
    })
  }
}
