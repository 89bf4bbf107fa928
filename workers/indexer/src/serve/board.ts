import type { Queue } from 'bullmq'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JobQueue } from '../queue/bullmq/queue-backend.ts'
import { gateOf } from './server-gate.ts'

/** Where the board is. */
const path = '/board'

/**
 * Adds Bull Board: what is in the queue, what failed and why, and a button to try it again. Nothing can be
 * added or emptied there: what there is to do follows from the store.
 */
export async function addBoard(
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

/** What may be changed there, as routes: an address could have the same ending in its query. */
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

/** A browser sends the password that it was given whoever asks it to, and says who that is. */
function isFromHere({ headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // It is right behind a proxy, too, which may name the host otherwise.
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
