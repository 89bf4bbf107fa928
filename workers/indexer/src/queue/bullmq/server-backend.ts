import {
  createPostgresBackend,
  FlowProducer,
  Queue,
  runMigrations,
  Worker,
  withBackend,
} from 'bullmq'
import type { Redis } from 'ioredis'
import { Client, type ClientConfig } from 'pg'
import {
  type QueueBackend,
  type QueueBackendOptions,
  QueueUnavailableError,
} from './queue-backend.ts'
import { openRedisClient } from './redis-client.ts'

const bound = withBackend(createPostgresBackend)

/** Connections that a queue or a worker opens at most; the one that listens is beyond them. */
const most = 3

/**
 * Opens the backend of a queue in PostgreSQL: tables in a schema of their own, made when they are missing.
 *
 * @throws {QueueUnavailableError} when PostgreSQL does not answer or refuses the schema.
 */
export async function openPostgresBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  const { url, name, patienceMs, failed } = options
  const schema = `${name}_queue`
  await migrate({ url, schema, patienceMs })
  const connection = {
    connectionString: url,
    schema,
    max: most,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    // The pool calls it as a constructor, which then gives what the function returns.
    Client: openQuietClient as unknown as typeof Client,
  }
  const flows = new bound.FlowProducer({ connection })
  flows.on('error', failed)
  return {
    name: 'postgres',
    flows,
    openQueue: (queue) => {
      const opened = new bound.Queue(queue, { connection })
      return opened.on('error', failed)
    },
    openWorker: (queue, { process, jobFailed }, worker) => {
      const opened = new bound.Worker(queue, process, { ...worker, connection })
      return opened.on('error', failed).on('failed', jobFailed)
    },
    readWarnings: async () => [],
    close: async () => {
      await flows.close().catch(failed)
    },
  }
}

/** A connection that breaks while a query runs: the query fails, and no event without a listener ends the process. */
function openQuietClient(config?: ClientConfig): Client {
  return new Client(config).on('error', () => {})
}

async function migrate(place: {
  readonly url: string
  readonly schema: string
  readonly patienceMs: number
}): Promise<void> {
  const client = openQuietClient({
    connectionString: place.url,
    connectionTimeoutMillis: place.patienceMs,
  })
  try {
    await client.connect()
    await runMigrations(client, place.schema)
  } catch (cause) {
    throw new QueueUnavailableError('postgres', cause)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Opens the backend of a queue in Redis: one connection for everything, and one for each worker that waits.
 *
 * @throws {QueueUnavailableError} when Redis does not answer.
 */
export async function openRedisBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  const { url, name: prefix, patienceMs, failed } = options
  const redis = openRedisClient(url)
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
