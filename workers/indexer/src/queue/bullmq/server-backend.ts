import { createPostgresBackend, runMigrations, withBackend } from 'bullmq'
import { Client } from 'pg'
import {
  type QueueBackend,
  type QueueBackendOptions,
  QueueUnavailableError,
} from './queue-backend.ts'

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

async function migrate(place: {
  readonly url: string
  readonly schema: string
  readonly patienceMs: number
}): Promise<void> {
  const client = new Client({
    connectionString: place.url,
    connectionTimeoutMillis: place.patienceMs,
  })
  // A connection that breaks while nothing is asked would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await runMigrations(client, place.schema)
  } catch (cause) {
    throw new QueueUnavailableError('postgres', cause)
  } finally {
    await client.end().catch(() => {})
  }
}
