import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** What is written when the caller hung up before there was an answer, as others write it. */
const hungUp = 499

/**
 * Follows each request from its first to its last moment: its id, the headers that every answer has,
 * one line in the log, its time.
 *
 * @param app - the server; to be done before all other hooks.
 * @param metrics - told of each beginning and end.
 */
export function followRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const beganMs = performance.now()
    metrics.began()
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    reply.header('vary', 'Authorization')
    // A caller who hangs up gets no answer, but its request has an end too.
    reply.raw.once('close', () => {
      const ms = performance.now() - beganMs
      const status = reply.raw.writableEnded ? reply.raw.statusCode : hungUp
      const operation = request.routeOptions.config?.operationName ?? 'other'
      metrics.answered(operation, status, ms)
      const { caller } = request
      const who = caller === null ? {} : { tenantId: caller.tenantId, keyId: caller.keyId }
      const line = { requestId: request.id, operation, status, ms: Math.round(ms * 100) / 100 }
      app.log.info({ ...line, ...who }, 'answered')
    })
    done()
  })
}
