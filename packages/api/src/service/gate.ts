import type { Caller } from '@vaultwright/store'
import type { Operation } from '@vaultwright/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, mayAct } from '../limit/auth.ts'
import type { LimitVerdict } from '../limit/limiter.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { areaOf, limitedBody } from '../request/envelope.ts'
import { requestPathOf } from '../request/request-path.ts'
import type { ApiContext } from './context.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface FastifyRequest {
    /** Null until the gate let the request in. */
    caller: Caller | null
    /** The state of the store before it was asked for the caller; null when that is unknown. */
    revision: string | null
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: as above
  interface FastifyContextConfig {
    /** Absent outside of the interface. */
    readonly operation?: Operation
    readonly operationName?: string
  }
}

/**
 * Makes what every request under `/v1` passes first, known path or not: who asks, how often, and
 * whether the role suffices.
 * Source: interface, section 5 and 7.1.
 */
export function openGate(
  context: ApiContext,
  metrics: Metrics,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const operation = request.routeOptions.config?.operation
    // The path alone would leave an operation open that an unexpected spelling reaches.
    if (operation === undefined && !isGuarded(request.raw.url ?? '/')) return undefined
    // Before the caller: what was written while it was looked for, or after, makes another state.
    request.revision = context.store.revision()
    const asking = { rawHeaders: request.raw.rawHeaders, address: request.ip }
    const caller = await authenticate(asking, context.store.keys, context.addresses)
    if (caller === 'unauthorized') {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ message: 'Unauthorized' })
    }
    if (caller === 'forbidden') return reply.code(403).send({ message: 'Forbidden' })
    if ('limited' in caller) {
      metrics.addressLimited()
      return refuse(request, reply, caller.limited)
    }
    request.caller = caller
    const limit = caller.ratePerMinute ?? context.config.ratePerMinute
    const verdict = await context.limiter.take(caller.keyId, limit)
    if (!verdict.isAllowed) {
      metrics.limited()
      return refuse(request, reply, verdict)
    }
    reply.headers(rateHeadersOf(verdict))
    if (operation !== undefined && !mayAct(caller.role, operation.role)) {
      return reply.code(403).send({ message: 'Forbidden' })
    }
    return undefined
  }
}

/** Of the key, or of the address when the key was not looked up. */
function refuse(request: FastifyRequest, reply: FastifyReply, verdict: LimitVerdict): FastifyReply {
  const { resetSeconds } = verdict
  const area = request.routeOptions.config?.operation?.area ?? areaOf(request.raw.url ?? '/')
  reply.code(429).headers({ ...rateHeadersOf(verdict), 'retry-after': resetSeconds })
  return reply.send(limitedBody(area, resetSeconds))
}

function rateHeadersOf({ limit, remaining, resetSeconds }: LimitVerdict) {
  return {
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetSeconds,
    'ratelimit-policy': `${limit};w=60`,
  }
}

/** Tells whether a path is behind the gate. */
export function isGuarded(url: string): boolean {
  return url.startsWith('/v1/') || /^\/v1(?:$|\/|%2[fF])/.test(requestPathOf(url))
}
