import { BaseError, type ErrorKind } from '@vaultwright/base'
import type { Area, ConsoleOperation, Operation } from '@vaultwright/wire'
import { TooManyTriesError } from '../limit/limit-error.ts'
import { envelopeOf, type FailureBody, limitedBody } from '../request/envelope.ts'
import { RequestInvalidError } from '../request/request-check.ts'

/** The answer to the caller of a failure. */
export type FailureAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: FailureBody
  /** True for a bug, whose cause is logged. */
  readonly isBug: boolean
}

/** The context of a failure: an operation, or none. */
export type FailureContext = {
  readonly area: Area
  readonly operation: Operation | ConsoleOperation | null
  /** Bytes of a body at most, where one is taken. */
  readonly bodyLimit?: number | undefined
}

/** Seconds after which it is worth to ask again. */
const retrySeconds = '2'

/** Makes the answer for a thrown value. */
export function answerOf(error: unknown, context: FailureContext): FailureAnswer {
  if (error instanceof RequestInvalidError) {
    return { status: 422, body: { detail: error.entries }, isBug: false }
  }
  if (error instanceof TooManyTriesError) {
    const seconds = error.retryAfterSeconds
    const headers = { 'retry-after': String(seconds) }
    return { status: 429, headers, body: limitedBody(context.area, seconds), isBug: false }
  }
  if (!(error instanceof BaseError)) return answerOfServer(error, context)
  return answers[answerKindOf(error)](error, context)
}

/**
 * The kind of answer to a failure: `refused` is the caller's to repair (400 on the builder and of
 * swaps, 422 elsewhere), `malformed` is so with 400 everywhere, `unproved` a caller of the console
 * who is not let in (401), `forbidden` what the caller may not (403), `missing` 404, `conflict`
 * 409, `outside` a chain that cannot be asked (503), `busy` more than can be done at once (503),
 * `down` a database or limiter that does not answer (503), `large` more than is read (413), `bug`
 * anything that no caller can cause (500).
 */
export type AnswerKind =
  | 'refused'
  | 'malformed'
  | 'unproved'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'outside'
  | 'busy'
  | 'down'
  | 'large'
  | 'bug'

/** The answer to each kind of error. */
export const answerKinds: Readonly<Record<ErrorKind, AnswerKind>> = {
  invalid_input: 'refused',
  not_found: 'missing',
  not_permitted: 'refused',
  conflict: 'conflict',
  unavailable: 'outside',
  timeout: 'outside',
  overload: 'busy',
  damaged_data: 'bug',
  unsupported: 'outside',
  bug: 'bug',
}

/** The errors that are answered otherwise than their kind, by code. */
export const answerOverrides: Readonly<Record<string, AnswerKind>> = {
  body_too_complex: 'large',
  invalid_root_hash: 'malformed',
  passkey_refused: 'unproved',
  proof_needed: 'forbidden',
  request_foreign: 'forbidden',
  role_needed: 'forbidden',
  session_needed: 'unproved',
  limiter_unavailable: 'down',
  store_unavailable: 'down',
  fork_pool_closed: 'busy',
  request_timed_out: 'busy',
  quote_timeout: 'busy',
  simulation_timeout: 'busy',
  work_timed_out: 'busy',
  unsteady_simulation: 'outside',
  // the chain has something else than the definition of a vault on Solana
  malformed_account: 'refused',
  malformed_operators: 'refused',
  kamino_reserve_differs: 'refused',
  mint_differs: 'refused',
  mint_extension_refused: 'refused',
  unknown_layout: 'refused',
  // only the server's own code or configuration gives these
  backup_exists: 'bug',
  backup_unwritable: 'bug',
  env_invalid: 'bug',
  invalid_abi_type: 'bug',
  invalid_day: 'bug',
  invalid_decimal: 'bug',
  invalid_endpoint: 'bug',
  invalid_finality: 'bug',
  invalid_multi_proof_positions: 'bug',
  invalid_read: 'bug',
  invalid_store_url: 'bug',
  invalid_tree_capacity: 'bug',
  store_not_empty: 'bug',
  store_runtime: 'bug',
  tenant_exists: 'bug',
  tenant_not_found: 'bug',
}

/** Tells how an error is answered: by its code, else by its kind. */
export function answerKindOf({ code, kind }: Pick<BaseError, 'code' | 'kind'>): AnswerKind {
  return (
    (Object.hasOwn(answerOverrides, code) ? answerOverrides[code] : undefined) ?? answerKinds[kind]
  )
}

const answers: Readonly<
  Record<AnswerKind, (error: BaseError, context: FailureContext) => FailureAnswer>
> = {
  refused: (error, context) => refuse(error, context),
  malformed: (error, context) => refuseWith(400, error, context),
  unproved: (error, context) => refuseWith(401, error, context),
  forbidden: (error, context) => refuseWith(403, error, context),
  missing: (error, context) => refuseWith(404, error, context),
  conflict: (error, context) => refuseWith(409, error, context),
  outside: (error, context) => ({
    ...unavailable(context, 'The chain cannot be asked at the moment. Ask again later.'),
    ...(error.retryable ? { headers: { 'retry-after': retrySeconds } } : {}),
  }),
  large: ({ shortMessage: message, code }, { area }) => ({
    status: 413,
    body: envelopeOf(area, { code, message }),
    isBug: false,
  }),
  busy: (error, context) => retryLater(context, error.shortMessage),
  down: (_, context) => retryLater(context, 'The service is busy. Ask again later.'),
  bug: (_, context) => broken(context),
}

/** Refuses the caller's input: 400 on the builder and of swaps, elsewhere the 422 that the operation documents. */
function refuse(error: BaseError, context: FailureContext): FailureAnswer {
  if (context.area !== 'data') {
    const { code, shortMessage: message, facts } = error
    const content =
      Object.keys(facts).length === 0 ? { code, message } : { code, message, details: facts }
    return { status: 400, body: envelopeOf(context.area, content), isBug: false }
  }
  const failures: readonly { readonly status: number; readonly code: string | null }[] =
    context.operation?.failures ?? []
  const code = failures.find((one) => one.status === 422 && one.code !== null)?.code
  if (code !== null && code !== undefined) {
    const details = { reason: error.code, ...error.facts }
    const content = { code, message: error.shortMessage, details }
    return { status: 422, body: envelopeOf('data', content), isBug: false }
  }
  const part = context.operation?.body === null ? 'query' : 'body'
  const entry = { loc: [part], msg: error.shortMessage, type: error.code }
  return { status: 422, body: { detail: [entry] }, isBug: false }
}

function refuseWith(
  status: 400 | 401 | 403 | 404 | 409,
  error: BaseError,
  { area }: FailureContext,
): FailureAnswer {
  const { code, shortMessage: message, facts: details } = error
  // A swap that no longer holds says by how much.
  const content = area === 'swap' && status === 409 ? { code, message, details } : { code, message }
  return { status, body: envelopeOf(area, content), isBug: false }
}

function retryLater(context: FailureContext, message: string): FailureAnswer {
  return { ...unavailable(context, message), headers: { 'retry-after': retrySeconds } }
}

function unavailable({ area }: FailureContext, message: string): FailureAnswer {
  const body = envelopeOf(area, { code: 'unavailable', message })
  return { status: 503, body, isBug: false }
}

function broken({ area }: FailureContext): FailureAnswer {
  const body = envelopeOf(area, { code: 'internal_error', message: 'Internal server error' })
  return { status: 500, body, isBug: true }
}

/** Errors of the server itself, by their status: its texts are not for callers. */
const serverFailures: Readonly<
  Record<number, { readonly code: string; readonly message: string }>
> = {
  400: { code: 'bad_request', message: 'The request cannot be read. Repair it.' },
  408: { code: 'request_timeout', message: 'The request came too slowly. Send it again.' },
  413: { code: 'body_too_large', message: 'The body is too large. Send a smaller one.' },
  414: { code: 'uri_too_long', message: 'The path is too long. Shorten it.' },
  415: {
    code: 'unsupported_media_type',
    message: 'The body is not JSON. Send it with Content-Type: application/json.',
  },
  431: { code: 'headers_too_large', message: 'The headers are too large. Send fewer.' },
}

function answerOfServer(error: unknown, context: FailureContext): FailureAnswer {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown }
  if (code === 'ECONNRESET') {
    // Who sent half a body and hung up hears nothing of this.
    return { status: 400, body: envelopeOf(context.area, serverFailures[400]!), isBug: false }
  }
  if (typeof code !== 'string' || !code.startsWith('FST_')) return broken(context)
  const content = typeof statusCode === 'number' ? serverFailures[statusCode] : undefined
  if (content === undefined) return broken(context)
  if (statusCode === 413 && context.bodyLimit !== undefined) {
    const message = `The body has more than ${context.bodyLimit} bytes. Send a smaller one.`
    return { status: 413, body: envelopeOf(context.area, { ...content, message }), isBug: false }
  }
  return { status: statusCode as number, body: envelopeOf(context.area, content), isBug: false }
}
