import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ApiContext } from './context.ts'
import type { Metrics } from './metrics.ts'

/** What readiness depends on besides the store. */
export type Life = {
  readonly metrics: Metrics
  /** Whether the service is shutting down. */
  readonly isDraining: () => boolean
}

/** How long the store has to answer until the service counts as not ready. */
const pingMs = 2_000

/**
 * Adds `/healthz` (the process runs), `/readyz` (requests can be served) and `/metrics`, for
 * whoever operates the service. None of them tells anything of a tenant.
 *
 * @param app - the server.
 * @param context - the store.
 * @param life - of the service.
 */
export function addHealth(app: FastifyInstance, context: ApiContext, life: Life): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'healthy' }))
  app.get('/readyz', async (_request, reply) => {
    if (life.isDraining()) return notReady(reply, 'draining')
    const began = performance.now()
    const isThere = await withinPing(context.store.ping())
    if (!isThere) return notReady(reply, 'store')
    life.metrics.storePinged(performance.now() - began)
    return reply.send({ status: 'ready' })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(life.metrics.contentType).send(await life.metrics.print()),
  )
}

function notReady(reply: FastifyReply, because: 'draining' | 'store'): FastifyReply {
  return reply.code(503).header('retry-after', '2').send({ status: 'not_ready', because })
}

function withinPing(ping: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), pingMs)
    const settle = (isThere: boolean) => () => {
      clearTimeout(timer)
      resolve(isThere)
    }
    ping.then(settle(true), settle(false))
  })
}
