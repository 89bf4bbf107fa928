import { BaseError, escapeInvisible, redact, redactSecrets } from '@vaultwright/base'
import { readBoundedText } from '@vaultwright/document'
import { parseAnswer } from './parse-answer.ts'
import type { RequestBudget } from './request-budget.ts'

/** One request, as much of `fetch` as is used. */
export type AggregatorFetch = (url: string, init: RequestInit) => Promise<Response>

/** A third party's server. */
export type AggregatorServer = {
  /** As its adapter is called. */
  readonly name: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** They hold the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Never in an answer, a log or an error; the longest first. */
  readonly secrets: readonly string[]
  readonly fetch: AggregatorFetch
  readonly timeoutMs: number
  readonly budget: RequestBudget
}

/** A request to a server; with a body it is a POST. */
export type AggregatorRequest = {
  readonly path: string
  /** In the order in which they are sent. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
}

/** A whole answer: the JSON value, and its text without secrets. */
export type AggregatorReply = { readonly body: unknown; readonly raw: string }

/** A route of many hops has some hundred kilobytes. */
const maxBytes = 1_048_576
const longestReason = 300

/**
 * Asks a third party's server once.
 *
 * Redirects are not followed: the configuration says who is trusted.
 *
 * @throws {AggregatorBusyError} when it was asked too often.
 * @throws {AggregatorTimeoutError} when it does not answer in time.
 * @throws {AggregatorEndedError} when this version of its interface has ended.
 * @throws {AggregatorUnavailableError} when it cannot be reached, redirects, limits us or fails.
 * @throws {AggregatorRefusedError} when it says no.
 * @throws {AggregatorAnswerError} when its answer is too large, or not JSON.
 */
export async function askServer(
  server: AggregatorServer,
  request: AggregatorRequest,
  signal: AbortSignal,
): Promise<AggregatorReply> {
  return await server.budget.run(async () => {
    const late = AbortSignal.timeout(server.timeoutMs)
    const stop = AbortSignal.any([signal, late])
    try {
      return await Promise.race([exchange(server, request, stop), rejectionOf(stop)])
    } catch (error) {
      if (error instanceof BaseError) throw error
      if (late.aborted) throw new AggregatorTimeoutError(server.name, server.timeoutMs)
      const reason = signal.aborted ? 'the caller waits no longer' : 'it cannot be reached'
      throw new AggregatorUnavailableError(server.name, reason, null)
    }
  })
}

async function exchange(
  server: AggregatorServer,
  { path, query = [], body }: AggregatorRequest,
  signal: AbortSignal,
): Promise<AggregatorReply> {
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  const url = `${server.baseUrl}${path}${search === '' ? '' : `?${search}`}`
  const headers = { accept: 'application/json', ...server.headers }
  const response = await server.fetch(url, {
    ...(body === undefined
      ? { method: 'GET', headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    redirect: 'manual',
    signal,
  })
  return await readReply(server, response)
}

async function readReply(server: AggregatorServer, response: Response): Promise<AggregatorReply> {
  const { name } = server
  const problem = problemOf(response)
  if (problem !== null) {
    await response.body?.cancel()
    if (response.status === 410) throw new AggregatorEndedError(name)
    const seconds = response.status === 429 ? waitIn(response) : null
    if (seconds !== null) server.budget.pause(seconds)
    throw new AggregatorUnavailableError(name, problem, seconds)
  }
  const text = await readBoundedText(response.body, maxBytes)
  if (text === null) {
    throw new AggregatorAnswerError(name, `it is larger than ${maxBytes} bytes`)
  }
  const body = isJson(response) ? parseAnswer(text) : undefined
  if (!response.ok) {
    const refusal = { status: response.status, reason: reasonOf(body, server) }
    throw new AggregatorRefusedError(name, { ...refusal, type: errorTypeOf(body) })
  }
  if (!isJson(response)) throw new AggregatorAnswerError(name, 'its content type is not JSON')
  if (body === undefined) throw new AggregatorAnswerError(name, 'it is not whole JSON')
  return { body, raw: redactSecrets(text, server.secrets) }
}

/** A status that carries no answer; null where there may be one. */
function problemOf({ status, type }: Response): string | null {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return 'it redirects, which is not followed'
  }
  if (status === 401 || status === 403) return `it refuses the key (HTTP status ${status})`
  if (status === 410) return 'it has ended'
  if (status === 429) return 'it limits how often it is asked (HTTP status 429)'
  return status >= 500 ? `it failed with HTTP status ${status}` : null
}

/** Seconds that a service asks to wait, rounded up; null where it names none, or a date, which its clock alone knows. */
function waitIn({ headers }: Response): number | null {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,5}$/.test(text) ? Number(text) : null
}

function isJson({ headers }: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
}

/** The keys under which servers of this kind give a reason. */
const reasonKeys = ['description', 'detail', 'message', 'reason', 'error'] as const

/** A foreign text: without secrets, addresses of servers and what cannot be seen, and not too long. */
function reasonOf(body: unknown, { secrets }: AggregatorServer): string {
  if (typeof body !== 'object' || body === null) return 'It gives no reason.'
  const row = body as Readonly<Record<string, unknown>>
  const text = reasonKeys.map((key) => row[key]).find((value) => typeof value === 'string')
  if (typeof text !== 'string' || text === '') return 'It gives no reason.'
  return escapeInvisible(redact(redactSecrets(text, secrets))).slice(0, longestReason)
}

/** The server's name of its refusal; null for another spelling. */
function errorTypeOf(body: unknown): string | null {
  const type = (body as { readonly errorType?: unknown } | null | undefined)?.errorType
  return typeof type === 'string' && /^[A-Za-z]{1,60}$/.test(type) ? type : null
}

/** A fetch that ignores its signal must not keep us waiting. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** A third party cannot be asked now. */
class AggregatorUnavailableError extends BaseError {
  override readonly code = 'aggregator_unavailable'
  override readonly kind = 'unavailable'

  constructor(aggregator: string, reason: string, waitSeconds: number | null) {
    const when = waitSeconds === null ? 'later' : `in ${waitSeconds} s`
    super({
      message: `${aggregator} does not answer: ${reason}. Ask again ${when}, or leave it out.`,
      facts: { aggregator, reason, waitSeconds },
      retryable: true,
    })
  }
}

/** A third party has ended the version of its interface that is asked here. */
class AggregatorEndedError extends BaseError {
  override readonly code = 'aggregator_ended'
  override readonly kind = 'unsupported'

  constructor(aggregator: string) {
    super({
      message: `${aggregator} has ended this version of its interface (HTTP status 410). Leave it out: unset its variables.`,
      facts: { aggregator },
    })
  }
}

/** A third party did not answer in time. */
class AggregatorTimeoutError extends BaseError {
  override readonly code = 'aggregator_timeout'
  override readonly kind = 'timeout'

  constructor(aggregator: string, timeoutMs: number) {
    super({
      message: `${aggregator} did not answer within ${timeoutMs} ms. Ask again later, or leave it out.`,
      facts: { aggregator, timeoutMs },
      retryable: true,
    })
  }
}

/** A third party says no: no route, no liquidity, a token that it does not know. */
export class AggregatorRefusedError extends BaseError {
  override readonly code = 'aggregator_refused'
  override readonly kind = 'unavailable'

  /** HTTP status. */
  readonly status: number
  /** The server's own name of the refusal; null where it gives none. */
  readonly type: string | null

  constructor(
    aggregator: string,
    { status, reason, type }: { status: number; reason: string; type: string | null },
  ) {
    super({
      message: `${aggregator} refuses (HTTP status ${status}): ${reason} Change the amount or the tokens, or leave it out.`,
      facts: { aggregator, status, reason },
    })
    this.status = status
    this.type = type
  }
}

/** A third party's answer cannot be used. */
export class AggregatorAnswerError extends BaseError {
  override readonly code = 'aggregator_answer_invalid'
  override readonly kind = 'unavailable'

  constructor(aggregator: string, reason: string) {
    super({
      message: `The answer of ${aggregator} cannot be used: ${reason}. Leave it out, or look for a newer version of its interface.`,
      facts: { aggregator, reason },
    })
  }
}
