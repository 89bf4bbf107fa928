import { BaseError, type Fact, redactSecrets } from '@vaultwright/base'
import type { OperationName, ValidationEntry } from '@vaultwright/wire'
import { type ErrorBody, parseErrorBody } from './error-body.ts'
import { type HttpResponse, jsonOf } from './response.ts'

/** The facts of a server's refusal. */
export type ResponseRefusal = ErrorBody & {
  readonly operation: OperationName
  readonly status: number
}

/** The context of reading an error answer. */
export type RefusalContext = {
  /** Taken out of everything that the server said. */
  readonly apiKey: string | null
  /** Unix milliseconds. */
  readonly nowMs: number
}

/** Makes the error of an answer that is not a 200. */
export function refusalOf(
  operation: OperationName,
  answer: HttpResponse,
  reader: RefusalContext,
): ResponseError {
  const errorBody = parseErrorBody(redactKey(reader.apiKey, jsonOf(answer.text)))
  const header = answer.header('retry-after')
  const seconds = header === null ? null : parseRetryAfter(header, reader.nowMs)
  const retryAfterSeconds = seconds ?? errorBody.retryAfterSeconds
  const { status } = answer
  const [Refused, advice] = status >= 500 ? serverClass : (kinds[status] ?? fallbackClass)
  return new Refused({ ...errorBody, operation, status, retryAfterSeconds }, advice)
}

/** A value with every occurrence of a text taken out; null for undefined. */
export function redactKey(secret: string | null, value: unknown): unknown {
  if (secret === null) return value ?? null
  if (typeof value === 'string') return redactSecrets(value, [secret], '[API key]')
  if (Array.isArray(value)) return value.map((item) => redactKey(secret, item))
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      redactSecrets(key, [secret], '[API key]'),
      redactKey(secret, item),
    ]),
  )
}

/**
 * Reads a `Retry-After` header.
 *
 * @returns seconds from now, never less than 0; null when the text is neither.
 */
export function parseRetryAfter(text: string, nowMs: number): number | null {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text)
  const unix = unixOf(text.trim())
  return unix === null ? null : Math.max(0, Math.ceil(unix - nowMs / 1000))
}

const httpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function unixOf(text: string): number | null {
  const ms = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : ms / 1000
}

/** The server refused a request. The parent of one class a kind of status; its text is in `facts.message`. */
export abstract class ResponseError extends BaseError {
  readonly status: number
  /** The code of the envelope, like `vault_not_found`; null when it has none. */
  readonly reason: string | null
  /** The problems of parts of the request; empty unless the server lists them. */
  readonly entries: readonly ValidationEntry[]
  /** Seconds to wait before the next try; null when the server names none. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: ResponseRefusal, advice: string) {
    const { operation, status, reason, message, details, entries, retryAfterSeconds } = refusal
    const reported = message === null || message === '' ? '' : `: ${message.slice(0, 500)}`
    super({
      message: `${operation} was answered with ${status}${reported.replace(/[.]?$/, '.')} ${advice}`,
      facts: {
        operation,
        status,
        reason,
        message,
        details,
        entries: entries as readonly Fact[],
        retryAfterSeconds,
      },
      retryable: status === 429 || status >= 500,
    })
    this.status = status
    this.reason = reason
    this.entries = entries
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 401: the key did not reach the server as a bearer key. */
export class UnauthenticatedError extends ResponseError {
  override readonly code = 'client_unauthenticated'
  override readonly kind = 'not_permitted'
}

/** 403: the key is unknown or revoked, or its role does not reach. */
export class ForbiddenError extends ResponseError {
  override readonly code = 'client_forbidden'
  override readonly kind = 'not_permitted'
}

/** 404: there is none, or it is outside the tenant; `reason` says of what. */
export class NotFoundError extends ResponseError {
  override readonly code = 'client_not_found'
  override readonly kind = 'not_found'
}

/** 409: what is there already does not permit it. */
export class ConflictError extends ResponseError {
  override readonly code = 'client_conflict'
  override readonly kind = 'conflict'
}

/** 422: the request is not as the schema says; `entries` says where. */
export class InvalidRequestError extends ResponseError {
  override readonly code = 'client_invalid_request'
  override readonly kind = 'invalid_input'
}

/** 429: too many requests, and no tries or patience left. */
export class RateLimitedError extends ResponseError {
  override readonly code = 'client_rate_limited'
  override readonly kind = 'overload'
}

/** 400 and every other 4xx: the server understood and will not. */
export class BadRequestError extends ResponseError {
  override readonly code = 'client_bad_request'
  override readonly kind = 'invalid_input'
}

/** 5xx: the server failed, and no tries or patience left. */
export class ServerError extends ResponseError {
  override readonly code = 'client_server'
  override readonly kind = 'unavailable'
}

/** The class of a status, and what to do about it. */
type ErrorClass = readonly [new (refusal: ResponseRefusal, advice: string) => ResponseError, string]

const kinds: Readonly<Record<number, ErrorClass>> = {
  401: [
    UnauthenticatedError,
    'Check that nothing between here and the server drops the Authorization header.',
  ],
  403: [ForbiddenError, 'Check that the key is active and that its user has the role.'],
  404: [NotFoundError, 'Check chain and addresses; what is outside the tenant is not shown.'],
  409: [ConflictError, 'Read what is there, then decide.'],
  422: [InvalidRequestError, 'Correct the fields that are named.'],
  429: [RateLimitedError, 'Wait as long as the server says, or ask for a higher limit.'],
}
const fallbackClass: ErrorClass = [
  BadRequestError,
  'Change the request; the same one will be refused again.',
]
const serverClass: ErrorClass = [ServerError, 'Try again later.']
