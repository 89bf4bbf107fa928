import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What JSON needs: it is never run, framed, guessed at or shown under another name. */
const jsonHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  vary: 'Authorization, Accept-Encoding',
} as const

/** For what browsers open; pages that run something say their own policy. */
const pageOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'no-referrer' },
} as const

/** Gives every answer the headers that keep browsers and caches from doing harm with JSON. */
export function addSafeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(jsonHeaders)
    done()
  })
}

/**
 * Adds what browsers open, with all the headers that there are against harm. The interface goes
 * without: computing them for each request would cost as much as finding who asks.
 */
export async function addPages(
  app: FastifyInstance,
  add: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(helmet, pageOptions)
    await add(scope)
  })
}
