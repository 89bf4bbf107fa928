import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { OverloadConfig } from '../config/config.ts'
import { OverloadError } from '../limit/overload-error.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { isGuarded } from './gate.ts'

/** How much of the heap may be full: beyond it the process would soon end. */
const heapShare = 0.92

/**
 * Makes the service refuse what it cannot do in time: too many requests at once, a late event loop,
 * a full heap. Health and documents are always answered.
 */
export async function refuseOverload(
  app: FastifyInstance,
  config: OverloadConfig,
  metrics: Metrics,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: config.maxLoopDelayMs,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    pressureHandler: (request) => refuse(request.raw.url),
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (metrics.inFlight() <= config.maxInFlight) return done()
    refuse(request.raw.url)
    return done()
  })
  function refuse(url = '/'): void {
    if (!isGuarded(url)) return
    metrics.refusedForLoad()
    throw new OverloadError()
  }
}
