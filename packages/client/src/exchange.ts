import { BaseError } from '@vaultwright/base'
import type { OperationName } from '@vaultwright/wire'
import type { HttpCall } from './call.ts'
import type { Platform } from './platform.ts'
import { redactKey, refusalOf } from './refusal.ts'
import { type HttpResponse, MalformedResponseError } from './response.ts'

/** The server of requests, and the credentials. */
export type Server = {
  /** Origin and path before `/v1`. */
  readonly base: string
  /** Null where the session of a browser takes its place. */
  readonly apiKey: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** One attempt: what is sent, where, and within which bounds. */
export type Attempt = {
  readonly operation: OperationName
  readonly call: HttpCall
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Sends one request once.
 *
 * @param server - to whom.
 * @throws {ResponseError} for a status from 400 on, the class says which.
 * @throws {RedirectError} for a redirect: it is never followed, for the key would go with it.
 * @throws {NetworkError} when no answer came.
 * @throws {RequestTimeoutError} when the answer was not complete in time.
 * @throws the signal's reason once it aborts.
 */
export async function exchange(
  attempt: Attempt,
  server: Server,
  platform: Platform,
): Promise<HttpResponse> {
  const { operation, timeoutMs, signal } = attempt
  signal.throwIfAborted()
  const end = new AbortController()
  const answer = await Promise.race([
    send(attempt, server, { platform, signal: end.signal }),
    platform.sleep(timeoutMs, end.signal).then(() => {
      throw new RequestTimeoutError(operation, timeoutMs)
    }),
    // A race, because the caller's `fetch` may ignore its signal.
    abortOf(signal, end.signal),
  ]).finally(() => end.abort())
  const { status } = answer
  if (status === 200) return answer
  if (status === 0 || (status >= 300 && status < 400)) throw new RedirectError(operation, answer)
  if (status < 400) throw new MalformedResponseError(operation, status, ['is not a 200'])
  throw refusalOf(operation, answer, { apiKey: server.apiKey, nowMs: platform.now() })
}

async function send(
  { operation, call }: Attempt,
  { base, apiKey, headers }: Server,
  { platform, signal }: { readonly platform: Platform; readonly signal: AbortSignal },
): Promise<HttpResponse> {
  const { fetch: ask } = platform
  const json = call.body === null ? {} : { 'content-type': 'application/json' }
  const init: RequestInit = {
    method: call.method,
    headers: { ...headers, ...json },
    body: call.body,
    redirect: 'manual',
    // A key alone says who calls; the console's session is a cookie of the same origin.
    credentials: apiKey === null ? 'same-origin' : 'omit',
    signal,
  }
  try {
    const response = await ask(`${base}${call.path}`, init)
    const header = (name: string) => response.headers.get(name)
    return { status: response.status, header, text: await response.text() }
  } catch (cause) {
    throw new NetworkError(operation, failureOf(cause, apiKey))
  }
}

/** Rejects with the reason of a signal; forgets it when the exchange ends, for it may outlive many. */
function abortOf(signal: AbortSignal, end: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    end.addEventListener('abort', () => signal.removeEventListener('abort', abort), { once: true })
  })
}

type SendFailure = { readonly problem: string; readonly system: string | null }

/** Only messages: the error of a `fetch` may hold the request, and with it the key. */
function failureOf(cause: unknown, apiKey: string | null): SendFailure {
  const errors: unknown[] = [cause]
  while (errors.length < 4 && errors.at(-1) instanceof Error)
    errors.push((errors.at(-1) as Error).cause)
  const causes = errors.filter((error) => error instanceof Error)
  const codes = causes.map((error) => (error as { readonly code?: unknown }).code)
  const system = codes.find((code) => typeof code === 'string') ?? null
  const messages = causes.map(({ message }) => message).filter((text) => text !== '')
  const problem = redactKey(
    apiKey,
    messages.length === 0 ? 'unknown' : messages.join(': '),
  ) as string
  return { problem, system: redactKey(apiKey, system) as string | null }
}

/** No answer came. */
export class NetworkError extends BaseError {
  override readonly code = 'client_network'
  override readonly kind = 'unavailable'
  /** True if it is certain that the server never saw the request. */
  readonly isUnsent: boolean

  constructor(operation: OperationName, { problem, system }: SendFailure) {
    super({
      message: `${operation} got no answer: ${problem}. Check the address of the server and the network.`,
      facts: { operation, problem, system },
      retryable: true,
    })
    this.isUnsent = system !== null && neverSent.has(system)
  }
}

const neverSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** The answer was not complete in time. */
export class RequestTimeoutError extends BaseError {
  override readonly code = 'client_timeout'
  override readonly kind = 'timeout'

  constructor(operation: OperationName, timeoutMs: number) {
    super({
      message: `${operation} was not answered within ${timeoutMs} ms. Give a longer timeoutMs, or build with skip_sim.`,
      facts: { operation, timeoutMs },
      retryable: true,
    })
  }
}

/** The server sent the client elsewhere. */
export class RedirectError extends BaseError {
  override readonly code = 'client_redirect'
  override readonly kind = 'unavailable'

  constructor(operation: OperationName, { status, header }: HttpResponse) {
    const location = header('location')
    super({
      message: `${operation} was answered with a redirect, which is not followed, for the key would go with it. Set baseUrl to the address that it leads to, when you trust it.`,
      facts: { operation, status, location },
    })
  }
}
