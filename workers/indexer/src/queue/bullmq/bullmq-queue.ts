import type { Queue } from '../../task/queue.ts'
import type { Flow } from '../../task/task.ts'
import { replayQueue } from '../replay-queue.ts'
import { addFlows, mainQueue, openScheduleKeeper, statesOf } from './enqueue.ts'
import { countJobs, waitUntilIdle } from './job-count.ts'
import { openProcessor, printFailure } from './processor.ts'
import {
  type JobQueue,
  type JobWorker,
  type QueueBackend,
  type QueueBackendOptions,
  QueueUnavailableError,
} from './queue-backend.ts'
import { openPostgresBackend, openRedisBackend } from './server-backend.ts'

/** A queue that processes on several machines share. */
export type BullQueue = Queue & {
  /** The queues that it is made of, for a board: one of each chain, and one more. */
  readonly jobs: () => readonly JobQueue[]
}

/** The time limits of a queue. Milliseconds. */
export type BullTimes = {
  /** A job whose worker did not say for so long that it lives is taken by another. */
  readonly lockMs: number
  /** The time between two searches for such jobs. */
  readonly stalledMs: number
  /** The time between two restorations of schedules that the server forgot. */
  readonly keepMs: number
  /** The time work may take to end once the queue is closing. */
  readonly closeMs: number
  /** The time cancelled work may still take, and each step of letting go of a server that does not answer. */
  readonly graceMs: number
  /** The time the server may take to answer. */
  readonly patienceMs: number
}

/** Options of a shared queue. */
export type BullOptions = {
  /** `redis://…`, `rediss://…` or `postgres://…`. */
  readonly url: string
  /** Slugs of the chains whose work this process does. */
  readonly chains: readonly string[]
  /** Names of the queues that are opened and whose work this process does; all when not said. */
  readonly only?: readonly string[]
  /** Tasks of a chain that are begun in a minute, by all processes together; null for any number. */
  readonly perMinute: (chain: string) => number | null
  /** Told of a connection that broke, and of a server that is set up in a way that loses work. */
  readonly onProblem: (problem: string) => void
  /** The prefix of every name on the server. Default: `vaultwright`. */
  readonly name?: string
  readonly times?: Partial<BullTimes>
}

const usualTimes: BullTimes = {
  lockMs: 30_000,
  stalledMs: 15_000,
  keepMs: 30_000,
  closeMs: 10_000,
  graceMs: 2_000,
  patienceMs: 15_000,
}

/** Work is harmless when done twice, so a job may lose many workers; one that kills each of them ends here. */
const maxStalledCount = 25
/**
 * Makes a queue on Redis or PostgreSQL, which any number of processes share.
 *
 * @throws {QueueUnavailableError} when the server does not answer.
 */
export async function makeBullQueue(options: BullOptions): Promise<BullQueue> {
  const { url, chains, perMinute, onProblem, name = 'vaultwright' } = options
  const times = { ...usualTimes, ...options.times }
  const failed = openProblemReporter(onProblem)
  const backend = await openBackend({ url, name, patienceMs: times.patienceMs, failed })
  for (const warning of await backend.readWarnings()) onProblem(warning)
  const opened = new Map<string, JobQueue>()
  const queueOf = (queue: string): JobQueue => {
    const openedQueue = opened.get(queue) ?? backend.openQueue(queue)
    opened.set(queue, openedQueue)
    return openedQueue
  }
  const all = [mainQueue, replayQueue, ...chains]
  const served = options.only ?? all
  for (const queue of served) queueOf(queue)
  const keeper = openScheduleKeeper(queueOf)
  const letGo = new AbortController()
  const workers: JobWorker[] = []
  const deadline = openDeadline(backend, times.patienceMs)
  const keeping = setInterval(() => {
    if (workers.length > 0) deadline(keeper.keep()).catch(failed)
  }, times.keepMs)
  keeping.unref()
  let closing: Promise<void> | null = null
  const counts = () => deadline(countJobs([...opened.values()]))

  return {
    name: backend.name,
    jobs: () => [...opened.values()],
    add: async (flows: readonly Flow[]) => {
      if (closing === null)
        await addFlows({ flows: backend.flows, queueOf, asked: deadline }, flows)
    },
    every: async (task, everyMs) => {
      if (closing === null) await deadline(keeper.every(task, everyMs))
    },
    work: async (handler, { concurrency, retryDecisionOf }) => {
      const { backoff, ...work } = openProcessor(handler, retryDecisionOf, letGo.signal)
      for (const queue of served) {
        const limit = chains.includes(queue) ? perMinute(queue) : null
        const worker = backend.openWorker(queue, work, {
          concurrency,
          maxStalledCount,
          lockDuration: times.lockMs,
          stalledInterval: times.stalledMs,
          settings: { backoffStrategy: backoff },
          ...(limit !== null && { limiter: { max: limit, duration: 60_000 } }),
        })
        workers.push(worker)
      }
    },
    counts,
    statesOf: (tasks) => deadline(statesOf(queueOf, tasks)),
    idle: (signal) => waitUntilIdle(counts, signal),
    close: () => {
      closing ??= (async () => {
        clearInterval(keeping)
        const { closeMs, graceMs } = times
        await closeWorkers(workers, { letGo, closeMs, graceMs })
        const queues = [...opened.values()].map((queue) => queue.close().catch(failed))
        await Promise.race([Promise.all(queues), after(graceMs)])
        await Promise.race([backend.close(), after(graceMs)])
      })()
      return closing
    },
  }
}

function openBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  return options.url.startsWith('postgres')
    ? openPostgresBackend(options)
    : openRedisBackend(options)
}

/** Many connections break at once, and again with every try to connect: it is logged once in a while. */
function openProblemReporter(onProblem: (problem: string) => void): (error: Error) => void {
  let last = { text: '', atMs: 0 }
  return (error) => {
    const text = printFailure(error)
    const atMs = Date.now()
    if (text === last.text && atMs - last.atMs < 60_000) return
    last = { text, atMs }
    onProblem(text)
  }
}

/** A server that is away holds up a question until it is back: no request waits for that without end. */
function openDeadline({ name }: QueueBackend, ms: number) {
  return <Value>(answer: Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      const late = new Error(`no answer within ${ms} ms`)
      const timer = setTimeout(() => reject(new QueueUnavailableError(name, late)), ms)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
}

/** The way work is let go of. */
type WorkerRelease = {
  /** Cancels the work. */
  readonly letGo: AbortController
  /** The time it may take before it is cancelled. */
  readonly closeMs: number
  /** The time it may take once cancelled, and each worker to let go of its connections. */
  readonly graceMs: number
}

/**
 * Closes workers in bounded time: they take no new jobs, what is being done may end, and what does not end
 * is left for other workers.
 */
async function closeWorkers(
  workers: readonly JobWorker[],
  { letGo, closeMs, graceMs }: WorkerRelease,
): Promise<void> {
  const closed = Promise.all(workers.map((worker) => worker.close())).then(
    () => true,
    () => true,
  )
  if (await Promise.race([closed, after(closeMs)])) return
  letGo.abort()
  if (await Promise.race([closed, after(graceMs)])) return
  // Their locks end by themselves, and their jobs are taken then.
  const disconnected = Promise.allSettled(workers.map((worker) => worker.disconnect()))
  await Promise.race([disconnected, after(graceMs)])
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
}
