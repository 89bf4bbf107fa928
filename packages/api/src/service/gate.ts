import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import {
  type KeyCaller,
  type KeyStore,
  roles,
  type SessionCaller,
  type UserRole,
} from '@vaultwright/store'
import type { ConsoleOperation, Operation } from '@vaultwright/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OverloadConfig } from '../config/config.ts'
import type { AddressLimited, AddressLimiter } from '../limit/address.ts'
import type { LimitVerdict } from '../limit/limiter.ts'
import { OverloadError } from '../limit/overload-error.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { areaOf, limitedBody } from '../request/envelope.ts'
import { requestPathOf } from '../request/request-path.ts'
import { routeConfigOf } from '../request/route-config.ts'
import type { ApiContext } from './context.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface FastifyRequest {
    /** Null until the gate let the request in. */
    caller: KeyCaller | SessionCaller | null
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: as above
  interface FastifyContextConfig {
    /** Absent outside of the interface. */
    readonly operation?: Operation | ConsoleOperation
    readonly operationName?: string
    /** By what callers of the operation are let in. */
    readonly access?: Access
    /** True of what load balancers ask all the time: its lines are written at `debug`. */
    readonly isProbe?: boolean
  }
}

/** By what a caller is let in: an API key, a session of the console, or nothing yet. */
export type Access = 'key' | 'session' | 'open'

/** Longer than any key; what is longer is none. */
const maxTokenLength = 512

/** The share of the heap that may be full: beyond it the process would soon end. */
const heapShare = 0.92

/** The gate that every request under `/v1` passes first. */
export type Gate = {
  /** Lets a request in, or answers it. */
  readonly admit: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply | undefined>
  /** As `admit`, and at once where the caller is remembered and this process counts. */
  readonly hook: (
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ) => Promise<unknown> | undefined
}

/**
 * Makes what every request under `/v1` passes first, known path or not: who asks, how often, and
 * whether the role suffices.
 * Source: interface, section 5 and 7.1.
 */
export function openGate(context: ApiContext, metrics: Metrics): Gate {
  const { keys } = context.store
  const countOf = (caller: KeyCaller) =>
    context.limiter.take(caller.keyId, caller.ratePerMinute ?? context.config.ratePerMinute)
  const pass = (
    { request, reply }: RequestReply,
    caller: KeyCaller,
    verdict: LimitVerdict,
  ): FastifyReply | undefined => {
    if (!verdict.isAllowed) {
      metrics.limited()
      return refuse(request, reply, verdict)
    }
    reply.headers(rateHeadersOf(verdict))
    const role = routeConfigOf(request).operation?.role ?? null
    if (role !== null && !mayAct(caller.role, role)) {
      return reply.code(403).send({ message: 'Forbidden' })
    }
    return undefined
  }
  const admit: Gate['admit'] = async (request, reply) => {
    if (!isGated(request)) return undefined
    const token = bearerOf(request.raw.rawHeaders)
    const asking = { token, address: request.ip }
    const caller = await authenticate(asking, keys, context.addresses)
    if (caller === 'unauthorized') {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ message: 'Unauthorized' })
    }
    if (caller === 'forbidden') return reply.code(403).send({ message: 'Forbidden' })
    if ('limited' in caller) {
      metrics.addressLimited()
      return refuse(request, reply, caller.limited)
    }
    request.caller = caller
    return pass({ request, reply }, caller, await countOf(caller))
  }
  return {
    admit,
    hook: (request, reply, done) => {
      if (!isGated(request)) {
        done()
        return undefined
      }
      context.store.openTurn()
      const token = bearerOf(request.raw.rawHeaders)
      // A key that holds is looked up whatever its address tried: nothing else has to be asked.
      const caller = token === null || token.length > maxTokenLength ? null : keys.recall(token)
      if (caller === null) return admit(request, reply)
      keys.noteUse(caller.keyId)
      request.caller = caller
      const verdict = countOf(caller)
      if (verdict instanceof Promise) {
        return verdict.then((counted) => pass({ request, reply }, caller, counted))
      }
      if (pass({ request, reply }, caller, verdict) === undefined) done()
      return undefined
    },
  }
}

type RequestReply = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The path alone would leave an operation open that an unexpected spelling reaches. */
function isGated(request: FastifyRequest): boolean {
  const { operation, access } = routeConfigOf(request)
  if (access === 'session' || access === 'open') return false
  return operation !== undefined || isGuarded(request.raw.url ?? '/')
}

/** Answers 429: of the key or session, or of the address when neither was looked up. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  verdict: LimitVerdict,
): FastifyReply {
  const { resetSeconds } = verdict
  const area = routeConfigOf(request).operation?.area ?? areaOf(request.raw.url ?? '/')
  reply.code(429).headers({ ...rateHeadersOf(verdict), 'retry-after': resetSeconds })
  return reply.send(limitedBody(area, resetSeconds))
}

/** Headers that tell the limit, and what is left of it. */
export function rateHeadersOf({ limit, remaining, resetSeconds }: LimitVerdict) {
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

/** Tells whether a path is the interface for sessions of the console. */
export function isConsoleApi(url: string): boolean {
  return /^\/console\/v1(?:$|\/|%2[fF])/.test(requestPathOf(url))
}

/** Tells whether a role suffices. */
export function mayAct(role: UserRole, minimum: UserRole): boolean {
  return roles.indexOf(role) >= roles.indexOf(minimum)
}

/**
 * Reads the key out of a request's headers.
 *
 * @returns the token; null unless there is one Authorization header of the scheme Bearer with one token.
 */
export function bearerOf(rawHeaders: readonly string[]): string | null {
  let value: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length !== 13 || name.toLowerCase() !== 'authorization') continue
    // Two of them: a proxy before us may have judged the other one.
    if (value !== null) return null
    value = rawHeaders[index + 1]!
  }
  // The alphabet of RFC 6750's b64token, with the spaces that RFC 9110 allows around a value.
  return value === null ? null : (/^bearer +([\w\-.~+/]+=*)$/i.exec(value.trim())?.[1] ?? null)
}

/** Milliseconds after which no sample of the event loop holds a delay from before the service listened: two samples. */
const settleMs = 2_000

/**
 * Makes the service refuse what it cannot do in time: too many requests at once, a late event loop,
 * a full heap. Health and documents are always answered.
 */
export async function refuseOverload(
  app: FastifyInstance,
  config: OverloadConfig,
  metrics: Metrics,
): Promise<void> {
  const isUnderPressure = await openPressure(app, config)
  let countsFromMs = Number.NEGATIVE_INFINITY
  // The delay of starting up is not that of load.
  app.addHook('onListen', (done) => {
    countsFromMs = performance.now() + settleMs
    done()
  })
  const isLate = () => performance.now() >= countsFromMs && isUnderPressure()
  app.addHook('onRequest', (request, _reply, done) => {
    if (isLate() || metrics.inFlight() > config.maxInFlight) refuseGuarded(request.raw.url)
    done()
  })
  function refuseGuarded(url = '/'): void {
    if (!isGuarded(url) && !isConsoleApi(url)) return
    metrics.refusedForLoad()
    throw new OverloadError()
  }
}

/** Opens what tells whether the event loop is late or the heap is full. */
async function openPressure(app: FastifyInstance, config: OverloadConfig): Promise<() => boolean> {
  let isUnderPressure = () => false
  // A scope without routes: the hook that comes with it makes an object of all options of a route for each request.
  await app.register(async (scope) => {
    await scope.register(underPressure, {
      maxEventLoopDelay: config.maxLoopDelayMs,
      maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    })
    isUnderPressure = scope.isUnderPressure
  })
  return isUnderPressure
}

/** The caller, or the reason that there is none. */
type Authentication = KeyCaller | 'unauthorized' | 'forbidden' | AddressLimited

/** A request that may have a key. */
type AuthRequest = {
  /** Null unless there is exactly one. */
  readonly token: string | null
  readonly address: string
}

/**
 * Finds who asks.
 * Source: interface, section 5; the header: RFC 6750, 2.1.
 *
 * @returns the caller; `unauthorized` without exactly one well-formed header, `forbidden` when the key is not valid.
 */
async function authenticate(
  { token, address }: AuthRequest,
  keys: KeyStore,
  addresses: AddressLimiter,
): Promise<Authentication> {
  if (token === null) return 'unauthorized'
  const answer = await addresses.guard(address, token, async () =>
    token.length > maxTokenLength ? null : keys.authenticate(token),
  )
  if ('limited' in answer) return answer
  const caller = answer.found
  if (caller === null) return 'forbidden'
  keys.noteUse(caller.keyId)
  return caller
}
