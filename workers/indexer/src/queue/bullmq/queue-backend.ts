import { BaseError } from '@vaultwright/base'
import type { FlowProducer, Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq'

/** What BullMQ stands on: a server, and how its objects are made there. */
export type QueueBackend = {
  readonly name: 'redis' | 'postgres'
  readonly flows: Flows
  readonly openQueue: (name: string) => JobQueue
  readonly openWorker: (
    name: string,
    work: QueueBackendWork,
    options: QueueWorkerOptions,
  ) => JobWorker
  /** How the server is set up that loses work, in words; none when it is well. */
  readonly readWarnings: () => Promise<readonly string[]>
  /** Lets go of the server. Whatever was opened, its opener closes. */
  readonly close: () => Promise<void>
}

/** Jobs of one name, wherever they are. */
export type JobQueue = Pick<
  Queue,
  | ('name' | 'getJob' | 'getJobState' | 'getJobCounts' | 'remove' | 'close')
  | ('getJobScheduler' | 'getJobSchedulers' | 'upsertJobScheduler' | 'removeJobScheduler')
>

/** Where flows are added. */
export type Flows = Pick<FlowProducer, 'addBulk' | 'close'>

/** What does the jobs of a queue. */
export type JobWorker = Pick<Worker, 'close' | 'disconnect'>

/** What is done with jobs. */
export type QueueBackendWork = {
  readonly process: Processor
  /** Told of a job that failed for good or is tried again. */
  readonly jobFailed: (job: Job | undefined) => void
}

/** How a worker is opened; the backend decides where. */
export type QueueWorkerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>

/** How a backend is opened. */
export type QueueBackendOptions = {
  /** With its password. */
  readonly url: string
  /** What everything of ours begins with on the server: letters, digits and `_`. */
  readonly name: string
  /** How long the server has to answer at first. */
  readonly patienceMs: number
  /** Told of a connection that broke; it is made again. */
  readonly failed: (error: Error) => void
}

/** The server of the queue does not answer. */
export class QueueUnavailableError extends BaseError {
  override readonly code = 'queue_unavailable'
  override readonly kind = 'unavailable'

  constructor(server: 'redis' | 'postgres', cause: unknown) {
    const name = server === 'redis' ? 'Redis' : 'PostgreSQL'
    super({
      message: `${name}, where the queue is, does not answer. Check that it runs, and the URL of the queue.`,
      facts: { server },
      cause,
      retryable: true,
    })
  }
}
