import { BaseError } from '@vaultwright/base'
import type { FlowProducer, Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq'

/** The backend of BullMQ: a server, and how its objects are made there. */
export type QueueBackend = {
  readonly name: 'redis' | 'postgres'
  readonly flows: Flows
  readonly openQueue: (name: string) => JobQueue
  readonly openWorker: (
    name: string,
    work: QueueBackendWork,
    options: QueueWorkerOptions,
  ) => JobWorker
  /** The warnings about a server that loses work, in words; none when it is well. */
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

/** The target of new flows. */
export type Flows = Pick<FlowProducer, 'addBulk' | 'close'>

/** The worker of a queue's jobs. */
export type JobWorker = Pick<Worker, 'close' | 'disconnect'>

/** The handlers of jobs. */
export type QueueBackendWork = {
  readonly process: Processor
  /** Told of a job that failed for good or is tried again. */
  readonly jobFailed: (job: Job | undefined) => void
}

/** Options of a worker; the backend decides where. */
export type QueueWorkerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>

/** Options of a backend. */
export type QueueBackendOptions = {
  /** With its password. */
  readonly url: string
  /** The prefix of everything of ours on the server: letters, digits and `_`. */
  readonly name: string
  /** The time the server has to answer at first. */
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
