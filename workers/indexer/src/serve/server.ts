import { type Readiness, readinessBodyOf, readinessOf } from '@vaultwright/base'
import type { Queue } from 'bullmq'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JobQueue } from '../queue/bullmq/queue-backend.ts'
import type { IndexMetrics } from './metric-registry.ts'
import { addHeaders, gateOf, hostGateOf } from './server-gate.ts'

/** The parts of the indexer that the server shows. */
export type ServerSubject = {
  readonly metrics: Pick<IndexMetrics, 'contentType' | 'print'>
  /** Looks how the process does. */
  readonly ready: () => Promise<Readiness>
  /** Of a shared queue; null for a queue that has no board. */
  readonly jobs: readonly JobQueue[] | null
}

/** The address of the server. */
type ServerOptions = {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Opens the board; null for no board. */
  readonly adminKey: string | null
}

/** The server, listening. */
export type IndexServer = {
  /** The URL it listens on, without a slash at the end. */
  readonly url: string
  /** Says that the process is about to end. */
  readonly drain: () => void
  readonly close: () => Promise<void>
}

/**
 * Serves what an operator looks at: `/health/live`, `/health/ready`, `/metrics`, and the board of a shared
 * queue where there is a key for it. Nothing of a vault can be changed there.
 *
 * @param options - where, and the board's key.
 * @returns the server, to be closed.
 */
export async function openIndexServer(
  subject: ServerSubject,
  { host, port, adminKey }: ServerOptions,
): Promise<IndexServer> {
  // Programs that only compute with days do not load the server.
  const { default: fastify } = await import('fastify')
  const app = fastify({
    logger: false,
    bodyLimit: 65_536,
    requestTimeout: 30_000,
    // Ids of jobs say what they are about.
    routerOptions: { maxParamLength: 500 },
  })
  let isDraining = false
  addHeaders(app)
  app.addHook('onRequest', hostGateOf(host))
  // What went wrong is in the log of the queue or the store; its words stay there.
  app.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) => {
    const { statusCode: status = 500 } = error
    return reply
      .code(status)
      .send({ error: status < 500 ? 'Bad request.' : 'It cannot be told now.' })
  })
  addHealth(app, subject, () => isDraining)
  if (subject.jobs !== null && adminKey !== null) await addBoard(app, subject.jobs, adminKey)
  const url = await app.listen({ host, port })
  return {
    url,
    drain: () => {
      isDraining = true
    },
    close: async () => {
      // Who looks on may come again: nothing here is worth waiting for.
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

function addHealth(app: FastifyInstance, subject: ServerSubject, isDraining: () => boolean): void {
  app.get('/health/live', async () => ({ status: 'healthy' }))
  app.get('/health/ready', async (_request, reply) => {
    const readiness = isDraining() ? draining : await subject.ready()
    if (readiness.status !== 'not_ready') return readinessBodyOf(readiness)
    return reply.code(503).header('retry-after', '2').send(readinessBodyOf(readiness))
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(subject.metrics.contentType).send(await subject.metrics.print()),
  )
}

const draining = readinessOf([
  {
    part: 'indexer',
    status: 'not_ready',
    problems: [
      { code: 'draining', message: 'The indexer is shutting down.', chain: null, facts: {} },
    ],
  },
])

/** The path of the board. */
const path = '/board'

/**
 * Adds Bull Board: what is in the queue, what failed and why, and a button to try it again. Nothing can be
 * added or emptied there: what there is to do follows from the store.
 */
async function addBoard(
  app: FastifyInstance,
  jobs: readonly JobQueue[],
  key: string,
): Promise<void> {
  // Without a board, nothing waits for its parts.
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ])
  const adapter = new FastifyAdapter().setBasePath(path)
  const queues = jobs.map((queue) => new BullMQAdapter(queue as Queue, { allowRetries: true }))
  createBullBoard({
    queues,
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Vaultwright', hideDocsLink: true } },
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', gateOf(key))
    scope.addHook('onRequest', refuseChange)
    await scope.register(adapter.registerPlugin(), { prefix: path })
  })
}

/** The routes that may change something: an address could have the same ending in its query. */
const retries: ReadonlySet<string> = new Set([
  `${path}/api/queues/:queueName/retry/:queueStatus`,
  `${path}/api/queues/:queueName/:jobId/retry`,
])

/** All that may be changed there is that something is tried again; the holder of the key cannot add work. */
async function refuseChange(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (['GET', 'HEAD'].includes(request.method)) return
  const { queueStatus = 'failed' } = request.params as { readonly queueStatus?: string }
  const isRetry = request.method === 'PUT' && retries.has(request.routeOptions.url ?? '')
  if (!isRetry || queueStatus !== 'failed') {
    return void (await reply.code(403).send({ error: 'The board only tries failures again.' }))
  }
  if (!isFromHere(request)) {
    await reply.code(403).send({ error: 'Another site may not change anything here.' })
  }
}

/** A browser sends its password for any site that asks, and names that site. */
function isFromHere({ headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // It is right behind a proxy, too, which may name the host otherwise.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
