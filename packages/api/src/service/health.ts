import { type Facts, type Readiness, readinessBodyOf } from '@vaultwright/base'
import type { FastifyInstance } from 'fastify'

/**
 * Adds `/healthz` (the process runs) and `/readyz` (requests can be served), for those who operate the
 * service. Neither tells anything of a tenant, nor an address of a node, a database or a server.
 *
 * A degraded service is answered with 200: it serves what does not need the parts that it names.
 */
export function addHealth(app: FastifyInstance, look: () => Promise<Readiness>): void {
  // They are asked every few seconds, for as long as the service runs.
  const quiet = { config: { isProbe: true } }
  app.get('/healthz', quiet, (_request, reply) => reply.send({ status: 'healthy' }))
  app.get('/readyz', quiet, async (_request, reply) => {
    const readiness = await look()
    const body = { ...readinessBodyOf(readiness), ...countingOf(readiness) }
    if (readiness.status !== 'not_ready') return reply.send(body)
    return reply.code(503).header('retry-after', '2').send(body)
  })
}

/** The place of counting requests: Redis, or this process for want of it. */
function countingOf({ status, parts }: Readiness): Facts {
  const redis = parts.find(({ part }) => part === 'redis')
  if (redis === undefined || status === 'not_ready') return {}
  return { rate_limit: redis.status === 'ready' ? 'redis' : 'local' }
}
