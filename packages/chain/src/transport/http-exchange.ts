import {
  BaseError,
  type JsonBounds,
  type JsonExcess,
  openJsonScan,
  redactSecrets,
} from '@vaultwright/base'
import type { Endpoint } from './endpoint.ts'

/** One POST, as much of `fetch` as is used. */
export type RpcFetch = (url: string, init: RequestInit) => Promise<Response>

/** The needs of an exchange from outside, and its bounds. */
export type ExchangeOptions = {
  readonly fetch: RpcFetch
  /** A signal that fires after so many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal
  readonly timeoutMs: number
  /** The most bytes that an answer may have. */
  readonly answerBytes: number
  /** Fires when the caller is no longer interested. */
  readonly closed: AbortSignal
}

/** The bounds of an answer, before memory is taken for it: calls nest 1,024 deep, two levels each. */
export const answerBounds: JsonBounds = { depth: 2_100, keys: 1_000_000, values: 2_000_000 }

/** The response: the status and a JSON value. */
export type Exchange = { readonly status: number; readonly body: unknown }

/**
 * Sends one request and reads its answer, within a time and a size.
 *
 * @returns status and parsed body; the body of a client error may be undefined.
 * @throws {RpcTimeoutError} when time is over.
 * @throws {RpcNetworkError} when there is no connection, or it breaks.
 * @throws {RpcHttpError} when the status says that there is no answer.
 * @throws {RpcAnswerTooLargeError} when the answer has too many bytes or values, or is nested too deep.
 * @throws {RpcTruncatedError} when the answer is not JSON.
 */
export async function exchange(
  endpoint: Endpoint,
  body: string,
  options: ExchangeOptions,
): Promise<Exchange> {
  const late = options.deadline(options.timeoutMs)
  const stop = new AbortController()
  const abort = () => stop.abort()
  if (late.aborted || options.closed.aborted) abort()
  late.addEventListener('abort', abort)
  options.closed.addEventListener('abort', abort)
  const { signal } = stop
  try {
    const request = async () => {
      const response = await options.fetch(endpoint.url, {
        method: 'POST',
        headers: headersOf(endpoint),
        body,
        signal,
        redirect: 'manual',
      })
      return await readExchange(endpoint, response, options.answerBytes)
    }
    return await Promise.race([request(), rejectionOf(signal)])
  } catch (error) {
    if (error instanceof BaseError) throw error
    if (options.closed.aborted) throw new RpcClosedError(endpoint.shown)
    if (late.aborted) throw new RpcTimeoutError(endpoint.shown, options.timeoutMs)
    throw new RpcNetworkError(endpoint.shown, redactSecrets(reasonOf(error), endpoint.secrets))
  } finally {
    late.removeEventListener('abort', abort)
    options.closed.removeEventListener('abort', abort)
  }
}

async function readExchange(
  endpoint: Endpoint,
  response: Response,
  limit: number,
): Promise<Exchange> {
  const { status } = response
  if (status === 429 || status >= 500 || status === 401 || status === 403 || status === 404) {
    const wait = status === 429 || status === 503 ? response.headers.get('retry-after') : null
    await response.body?.cancel()
    throw new RpcHttpError(endpoint.shown, status, wait)
  }
  const text = await textOf(endpoint, response, limit)
  if (response.ok) {
    const body = jsonOf(text)
    if (body === undefined) throw new RpcTruncatedError(endpoint.shown, text.length)
    return { status, body }
  }
  const body = jsonOf(text)
  if (status < 400 || typeof body !== 'object') throw new RpcHttpError(endpoint.shown, status, null)
  return { status, body }
}

async function textOf(endpoint: Endpoint, response: Response, limit: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  const scan = openJsonScan(answerBounds)
  let size = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > limit) {
      await reader.cancel()
      throw new RpcAnswerTooLargeError(endpoint.shown, limit)
    }
    const excess = scan.add(value)
    if (excess !== null) {
      await reader.cancel()
      throw new RpcAnswerTooLargeError(endpoint.shown, answerBounds[excess], excess)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function headersOf({ authorization }: Endpoint): Record<string, string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  return authorization === null ? headers : { ...headers, authorization }
}

/** A fetch that ignores its signal must not keep us waiting. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The reason of a network error: the code of the innermost, which names no URL. */
function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  if (!(inner instanceof Error)) return 'unknown'
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}

/** The endpoint did not answer in time. */
export class RpcTimeoutError extends BaseError {
  override readonly code = 'rpc_timeout'
  override readonly kind = 'timeout'

  constructor(endpoint: string, timeoutMs: number) {
    super({
      message: `${endpoint} did not answer within ${timeoutMs} ms. Ask again, or allow more time.`,
      facts: { endpoint, timeoutMs },
      retryable: true,
    })
  }
}

/** There is no connection to the endpoint, or it broke. */
class RpcNetworkError extends BaseError {
  override readonly code = 'rpc_network'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, reason: string) {
    super({
      message: `${endpoint} cannot be reached: ${reason}. Check the URL and the network.`,
      facts: { endpoint, reason },
      retryable: true,
    })
  }
}

/** The endpoint answered with an HTTP status that carries no answer. */
export class RpcHttpError extends BaseError {
  override readonly code = 'rpc_http_status'
  override readonly kind = 'unavailable'
  readonly status: number
  /** The value of the `retry-after` header: seconds or a date; null without one. */
  readonly retryAfter: string | null

  constructor(endpoint: string, status: number, retryAfter: string | null) {
    const retryable = status === 408 || status === 429 || status >= 500
    const advice = retryable ? 'Ask again later' : 'Check the URL and its key'
    super({
      message: `${endpoint} answered with HTTP status ${status}. ${advice}.`,
      facts: { endpoint, status },
      retryable,
    })
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The endpoint's answer is not whole JSON. */
class RpcTruncatedError extends BaseError {
  override readonly code = 'rpc_truncated'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, length: number) {
    super({
      message: `${endpoint} answered with ${length} characters that are not whole JSON. Ask again, or use another endpoint.`,
      facts: { endpoint, length },
      retryable: true,
    })
  }
}

/** The endpoint's answer is larger than allowed, or holds more than any that is asked for. */
export class RpcAnswerTooLargeError extends BaseError {
  override readonly code = 'rpc_answer_too_large'
  override readonly kind = 'unavailable'

  constructor(endpoint: string, limit: number, unit: 'bytes' | JsonExcess = 'bytes') {
    const what =
      unit === 'depth' ? `JSON nested more than ${limit} deep` : `more than ${limit} ${unit}`
    const advice = unit === 'bytes' ? 'Ask for less, or allow more' : 'Ask for less'
    super({
      message: `${endpoint} answered with ${what}. ${advice}.`,
      facts: { endpoint, limit, ...(unit === 'bytes' ? {} : { unit }) },
    })
  }
}

/** The transport was closed. */
export class RpcClosedError extends BaseError {
  override readonly code = 'rpc_closed'
  override readonly kind = 'unavailable'

  constructor(endpoint: string) {
    super({
      message: `${endpoint} is asked no more: the transport is closed. Open another one.`,
      facts: { endpoint },
    })
  }
}
