import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { ApiContext } from './context.ts'

/** What readiness depends on besides the store. */
export type HealthSources = {
  readonly metrics: Metrics
  /** Whether the service is shutting down. */
  readonly isDraining: () => boolean
}

/** How long the store and Redis have to answer until they count as away. */
const pingMs = 2_000

/** How requests are counted: by Redis for all processes, in this process for want of it, or not at all. */
type Counting = 'redis' | 'local' | 'refusing'

/**
 * Adds `/healthz` (the process runs) and `/readyz` (requests can be served), for those who operate the
 * service. Neither tells anything of a tenant.
 *
 * Where Redis counts requests, `/readyz` says whether it does so now: without it the service is ready when
 * it counts for itself, and not ready when it is configured to refuse.
 */
export function addHealth(app: FastifyInstance, context: ApiContext, sources: HealthSources): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'healthy' }))
  app.get('/readyz', async (_request, reply) => {
    if (sources.isDraining()) return notReady(reply, 'draining')
    const began = performance.now()
    const isThere = await withinPing(context.store.ping())
    if (!isThere) return notReady(reply, 'store')
    sources.metrics.storePinged(performance.now() - began)
    const counting = await countingOf(context, sources.metrics)
    if (counting === null) return reply.send({ status: 'ready' })
    if (counting === 'refusing') return notReady(reply, 'redis')
    return reply.send({ status: 'ready', rate_limit: counting })
  })
}

async function countingOf(
  { config, limiter }: ApiContext,
  metrics: Metrics,
): Promise<Counting | null> {
  if (limiter.pingRedis === null) return null
  const isHere = await limiter.pingRedis()
  metrics.redisAnswered(isHere)
  if (isHere) return 'redis'
  return config.redisAway === 'refuse' ? 'refusing' : 'local'
}

function notReady(reply: FastifyReply, because: 'draining' | 'store' | 'redis'): FastifyReply {
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
