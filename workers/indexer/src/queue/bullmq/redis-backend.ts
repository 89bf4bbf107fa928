import { FlowProducer, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import {
  type QueueBackend,
  type QueueBackendOptions,
  QueueUnavailableError,
} from './queue-backend.ts'

/** The longest pause between two tries to connect. */
const retryMs = 2_000

/**
 * Opens the backend of a queue in Redis: one connection for everything, and one for each worker that waits.
 *
 * @throws {QueueUnavailableError} when Redis does not answer.
 */
export async function openRedisBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  const { url, name: prefix, patienceMs, failed } = options
  const redis = new Redis(url, {
    // A question waits for Redis to come back; who asks decides how long.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 100, retryMs),
  })
  redis.on('error', failed)
  try {
    await readyWithin(redis, patienceMs)
  } catch (cause) {
    redis.disconnect()
    throw new QueueUnavailableError('redis', cause)
  }
  const shared = { connection: redis, prefix }
  const flows = new FlowProducer(shared)
  flows.on('error', failed)
  return {
    name: 'redis',
    flows,
    openQueue: (name) => new Queue(name, shared).on('error', failed),
    openWorker: (name, { process, jobFailed }, worker) =>
      new Worker(name, process, { ...worker, ...shared })
        .on('error', failed)
        .on('failed', jobFailed),
    readWarnings: async () => warningsOf(await redis.info('memory')),
    close: async () => {
      await flows.close().catch(failed)
      redis.disconnect()
    },
  }
}

async function readyWithin(redis: Redis, patienceMs: number): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    let last: unknown = new Error(`no answer within ${patienceMs} ms`)
    const timer = setTimeout(() => reject(last), patienceMs)
    redis.on('error', (error) => {
      last = error
    })
    redis.once('ready', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function warningsOf(info: string): readonly string[] {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
  if (policy === 'noeviction') return []
  return [`Redis drops keys when its memory is full (${policy}). Set maxmemory-policy noeviction.`]
}
