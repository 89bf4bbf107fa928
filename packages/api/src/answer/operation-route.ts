import { BaseError, memoize } from '@vaultwright/base'
import type { ConsoleOperation, Deprecation, Operation } from '@vaultwright/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { TSchema } from 'typebox'
import Compile from 'typebox/compile'
import { prepareCheck, type RequestParts } from '../request/request-check.ts'
import { type RequestLifetime, whileClientWaits } from '../request/request-lifetime.ts'
import { paramsReaderOf, patternOf } from '../request/request-path.ts'
import type { ApiContext } from '../service/context.ts'
import type { Access } from '../service/gate.ts'
import { holdLargeBodies } from '../worker/large-body.ts'
import { compressedFrom, maxBytes, takesGzip } from './compression.ts'
import type { RouteRequest } from './route.ts'

/** An operation and what answers it. */
export type ServedOperation = {
  readonly name: string
  readonly operation: Operation | ConsoleOperation
  /** By what callers are let in. */
  readonly access: Access
  readonly answer: (asked: never) => Promise<unknown>
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => void

/** Adds an operation to the server. */
export function addOperation(
  app: FastifyInstance,
  served: ServedOperation,
  context: ApiContext,
): void {
  const { operation, access } = served
  const isInterface = operation.path.startsWith('/v1/')
  app.route({
    method: operation.method,
    url: patternOf(
      isInterface && access === 'session' ? `/console${operation.path}` : operation.path,
    ),
    ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
    onRequest: [
      ...(operation.bodyLimit === undefined ? [] : [holdLargeBodies(operation.bodyLimit)]),
      ...(operation.deprecation === undefined ? [] : [deprecate(operation.deprecation)]),
    ],
    config: { operation, operationName: served.name, access },
    handler: handlerOf(served, context),
  })
}

/**
 * Spells the headers of an operation that is going to go.
 * Source: RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 5829 (successor-version).
 */
export function deprecationHeaders({
  since,
  until,
  replacement,
}: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    sunset: new Date(`${until}T00:00:00Z`).toUTCString(),
    link: `<${replacement}>; rel="successor-version"`,
  }
}

/** The time limit of a route: a simulation has its own time, which it ends itself, and that of the building. */
function timeoutOf({ path }: Pick<Operation, 'path'>, { config }: ApiContext): number {
  const isBuild =
    /^\/v1\/(tx-builder\/api\/execute|swap\/.*\/transactions\/|safes\/.*\/(proposals|executions))/.test(
      path,
    )
  return config.requestTimeoutMs + (isBuild ? config.simulation.timeoutMs : 0)
}

function deprecate(deprecation: NonNullable<Operation['deprecation']>): onRequestHookHandler {
  const headers = deprecationHeaders(deprecation)
  return (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
}

/** Handles a request that was let in; what it throws is for the server's error handler. */
function handlerOf({ operation, answer }: ServedOperation, context: ApiContext): Handler {
  const check = checkOf(operation)
  const paramsOf = paramsReaderOf(operation.path)
  const { checkResponses } = context.config
  const timeoutMs = timeoutOf(operation, context)
  const checkAnswer = checkResponses ? responseCheckOf(operation.response) : () => {}
  // The check is what makes the types of the route's operation true.
  const ask = answer as (request: AnyRouteRequest) => Promise<AnyAnswer>
  return (request, reply) => {
    // Its body may have come in a later turn than its head.
    context.store.openTurn()
    const parts = check({
      params: paramsOf(request.params as Record<string, string>),
      query: request.query as Record<string, unknown>,
      body: operation.body === null ? null : request.body,
    })
    const fail = (failure: unknown): void => sendFailure(reply, failure)
    // The framework would wait for the promise once more, and look at what it gives.
    whileClientWaits(reply, timeoutMs, (life) =>
      ask(routeRequestOf(request, context, { parts, lifetime: life })),
    ).then((given) => {
      try {
        checkAnswer(given)
        send({ request, reply }, context, given)?.catch(fail)
      } catch (failure) {
        fail(failure)
      }
    }, fail)
  }
}

/** Sends a failure. If sending it fails, sends that failure instead. */
function sendFailure(reply: FastifyReply, failure: unknown): void {
  try {
    reply.send(errorOf(failure))
  } catch (later) {
    reply.send(errorOf(later))
  }
}

/** Makes an error of a thrown value, which would be taken for an answer if it were none. */
function errorOf(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure))
}

/** Two routes of one operation check alike. */
const checkOf = memoize(prepareCheck)

/** A request of any operation. */
type AnyRouteRequest = Omit<RouteRequest<never>, keyof RequestParts> &
  RequestParts & { readonly address: string }

type PendingRequest = { readonly parts: RequestParts; readonly lifetime: RequestLifetime }

function routeRequestOf(
  request: FastifyRequest,
  context: ApiContext,
  { parts, lifetime: life }: PendingRequest,
): AnyRouteRequest {
  // One assignment each: copying properties from one object to another looks every name up.
  const lazy: LazyRequest = Object.create(lazyRequest)
  lazy.life = life
  lazy.params = parts.params
  lazy.query = parts.query
  lazy.body = parts.body
  // The gate refuses a request of such a route that has no caller.
  lazy.caller = request.caller as NonNullable<typeof request.caller>
  lazy.address = request.ip
  lazy.context = context
  lazy.readTree = request.readTree
  lazy.requestId = request.id
  lazy.headers = request.headers
  return lazy
}

type LazyRequest = { -readonly [Name in keyof AnyRouteRequest]: AnyRouteRequest[Name] } & {
  life: RequestLifetime
}

const over: RequestLifetime = { signal: AbortSignal.abort() }

/** The prototype of all requests: with a getter of its own in each, they would outlive their answers. */
const lazyRequest = {
  life: over,
  get signal(): AbortSignal {
    return this.life.signal
  },
}

type AnswerTarget = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Sends an answer; one that is large when it is its turn. */
function send(
  { request, reply }: AnswerTarget,
  context: ApiContext,
  given: AnyAnswer,
): Promise<void> | null {
  if ('status' in given) {
    reply
      .headers(given.headers ?? {})
      .code(given.status)
      .send()
    return null
  }
  // Routes make nothing but what the schema names, which tests check: a serializer of it would only look again.
  const text = 'text' in given ? given.text : JSON.stringify(given.body)
  const isLarge = text.length * maxBytes >= compressedFrom && byteLength(text) >= compressedFrom
  if (isLarge) return sendLarge({ request, reply }, context, { text, headers: given.headers })
  if (given.headers !== undefined) reply.headers(given.headers)
  reply.type('application/json; charset=utf-8').send(text)
  return null
}

type LargeText = {
  readonly text: string | Buffer
  readonly headers: AnyAnswer['headers']
}

/** An answer counts until its caller has read it, or is gone. */
async function sendLarge(
  { request, reply }: AnswerTarget,
  { answers }: ApiContext,
  { text, headers }: LargeText,
): Promise<void> {
  const tenantId = request.caller?.tenantId ?? ''
  const answer = Buffer.isBuffer(text) ? text : Buffer.from(text)
  const letGo = answers.hold(tenantId, answer)
  if (reply.raw.closed) return letGo()
  reply.raw.once('close', letGo)
  const takes = takesGzip(String(request.headers['accept-encoding'] ?? ''))
  const coded = takes ? await answers.compress(tenantId, answer) : answer
  if (headers !== undefined) reply.headers(headers)
  if (takes) reply.header('content-encoding', 'gzip')
  reply.type('application/json; charset=utf-8').send(coded)
}

function byteLength(text: string | Buffer): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength
}

/** An answer of a route, whatever its operation. */
type AnyAnswer = { readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly body: unknown }
  | { readonly text: string | Buffer }
  | { readonly status: 304 }
)

/** The check of an operation's answers, for tests. */
const responseCheckOf = memoize((schema: TSchema): ((answer: AnyAnswer) => void) => {
  const check = Compile(schema)
  return (answer) => {
    if ('status' in answer) return
    // What arrives is JSON: fields without a value are not sent.
    const text = 'text' in answer ? String(answer.text) : JSON.stringify(answer.body)
    const value: unknown = JSON.parse(text)
    if (!check.Check(value)) {
      const [issue] = check.Errors(value)
      throw new ResponseInvalidError(`${issue?.instancePath || '/'} ${issue?.message}`)
    }
  }
})

/** A route answered what its operation does not say. */
class ResponseInvalidError extends BaseError {
  override readonly code = 'response_invalid'
  override readonly kind = 'bug'

  constructor(why: string) {
    super({
      message: `The answer is not as its schema says: ${why}. Repair the route, or the schema.`,
      facts: { why },
    })
  }
}
