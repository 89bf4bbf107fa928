import { BaseError, type Fact } from '@vaultwright/base'
import type { OperationName, ValidationEntry } from '@vaultwright/wire'
import { type Answer, jsonOf } from './answer.ts'
import { type Complaint, complaintOf } from './complaint.ts'
import { parseRetryAfter } from './retry-after.ts'

/** What is known when a server says no. */
export type Refusal = Complaint & {
  readonly operation: OperationName
  readonly status: number
}

/** What an error answer is read with. */
export type Reader = {
  /** Taken out of everything that the server said. */
  readonly apiKey: string
  /** Unix milliseconds. */
  readonly nowMs: number
}

/**
 * Makes the error of an answer that is no 200.
 *
 * @param operation - what was asked.
 * @param answer - status 400 to 599, with any body: a proxy's page is told by its status alone.
 * @param reader - what must not be in the error, and the time.
 * @returns the error of this status, with what the envelope says.
 */
export function refusalOf(operation: OperationName, answer: Answer, reader: Reader): ResponseError {
  const complaint = complaintOf(without(reader.apiKey, jsonOf(answer.text)))
  const header = answer.header('retry-after')
  const seconds = header === null ? null : parseRetryAfter(header, reader.nowMs)
  const retryAfterSeconds = seconds ?? complaint.retryAfterSeconds
  const Refused = classOf(answer.status)
  return new Refused({ ...complaint, operation, status: answer.status, retryAfterSeconds })
}

/** A value with every occurrence of a text taken out; null for undefined. */
export function without(secret: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(secret, '[API key]')
  if (Array.isArray(value)) return value.map((item) => without(secret, item))
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [without(secret, key), without(secret, item)]),
  )
}

function classOf(status: number): new (refusal: Refusal) => ResponseError {
  if (status >= 500) return ServerError
  return classes.get(status) ?? BadRequestError
}

/** The server said no. The parent of one class a kind of status; its words are in `facts.message`. */
export abstract class ResponseError extends BaseError {
  readonly status: number
  /** The code of the envelope, like `vault_not_found`; null when it has none. */
  readonly reason: string | null
  /** What is wrong with which part of the request; empty unless the server lists it. */
  readonly entries: readonly ValidationEntry[]
  /** Seconds to wait before the next try; null when the server names none. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: Refusal, advice: string) {
    const { operation, status, reason, message, details, entries, retryAfterSeconds } = refusal
    const told = message === null || message === '' ? '' : `: ${message.slice(0, 500)}`
    super({
      message: `${operation} was answered with ${status}${told.replace(/[.]?$/, '.')} ${advice}`,
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
  readonly code = 'client_unauthenticated'

  constructor(refusal: Refusal) {
    super(refusal, 'Check that nothing between here and the server drops the Authorization header.')
  }
}

/** 403: the key is unknown or revoked, or its role does not reach. */
export class ForbiddenError extends ResponseError {
  readonly code = 'client_forbidden'

  constructor(refusal: Refusal) {
    super(refusal, 'Check that the key is active and that its user has the role.')
  }
}

/** 404: there is none, or it is outside the tenant; `reason` says of what. */
export class NotFoundError extends ResponseError {
  readonly code = 'client_not_found'

  constructor(refusal: Refusal) {
    super(refusal, 'Check chain and addresses; what is outside the tenant is not shown.')
  }
}

/** 409: what is there already does not permit it. */
export class ConflictError extends ResponseError {
  readonly code = 'client_conflict'

  constructor(refusal: Refusal) {
    super(refusal, 'Read what is there, then decide.')
  }
}

/** 422: the request is not as the schema says; `entries` says where. */
export class InvalidRequestError extends ResponseError {
  readonly code = 'client_invalid_request'

  constructor(refusal: Refusal) {
    super(refusal, 'Correct the fields that are named.')
  }
}

/** 429: too many requests, and no tries or patience left. */
export class RateLimitedError extends ResponseError {
  readonly code = 'client_rate_limited'

  constructor(refusal: Refusal) {
    super(refusal, 'Wait as long as the server says, or ask for a higher limit.')
  }
}

/** 400 and every other 4xx: the server understood and will not. */
export class BadRequestError extends ResponseError {
  readonly code = 'client_bad_request'

  constructor(refusal: Refusal) {
    super(refusal, 'Change the request; the same one will be refused again.')
  }
}

/** 5xx: the server failed, and no tries or patience left. */
export class ServerError extends ResponseError {
  readonly code = 'client_server'

  constructor(refusal: Refusal) {
    super(refusal, 'Try again later.')
  }
}

const classes = new Map<number, new (refusal: Refusal) => ResponseError>([
  [401, UnauthenticatedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, InvalidRequestError],
  [429, RateLimitedError],
])
