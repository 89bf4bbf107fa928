import { BaseError, escapeInvisible, redact, redactSecrets } from '@vaultwright/base'
import { readBoundedText } from '@vaultwright/document'
import { readJsonText } from '@vaultwright/safe'
import type { ServiceUsage } from './safe-service.ts'

/** The settings of an adapter. */
export type ServiceSettings = {
  /** One request, as much of `fetch` as is used. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Without a slash at the end; the public service when null. */
  readonly url: string | null
  /** Sent in a header only; null for none. */
  readonly key: string | null
  /** `Bearer` of Safe's service, `Token` of others that run it. Default: Bearer. */
  readonly scheme?: 'Bearer' | 'Token'
  readonly chainId: number
  /** Waits before a request is repeated, in milliseconds. */
  readonly wait: (ms: number) => Promise<void>
  /** Default: 10,000. */
  readonly timeoutMs?: number
}

/** One request to a service. */
export type ServiceRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** One answer: its status, and its JSON value; undefined where the body is empty. */
export type ServiceReply = { readonly status: number; readonly body: unknown }

/** Requests to one service. */
export type ServiceExchange = {
  readonly name: string
  /** Asks, and repeats what the service refused for its load. Only statuses below 500 are answers. */
  readonly ask: (request: ServiceRequest) => Promise<ServiceReply>
  /** Asks for something done. */
  readonly act: (request: ServiceRequest) => Promise<void>
  readonly usage: () => ServiceUsage
}

const maxBytes = 8 * 1024 * 1024
const maxRetries = 3
const longestWaitMs = 5_000
const longestReason = 300

/**
 * Opens requests to a service.
 *
 * Redirects are not followed, an answer has at most 8 MiB and 10 seconds, and no key of an answer stands twice.
 */
export function openExchange(
  name: string,
  baseUrl: string,
  settings: ServiceSettings,
): ServiceExchange {
  let requests = 0
  let remaining: number | null = null
  let limit: number | null = null
  const ask = async (request: ServiceRequest): Promise<ServiceReply> => {
    for (let attempt = 0; ; attempt++) {
      requests += 1
      const response = await send(name, `${baseUrl}${request.path}`, { request, settings })
      remaining = countIn(response, 'x-ratelimit-remaining') ?? remaining
      limit = countIn(response, 'x-ratelimit-limit') ?? limit
      const { status } = response
      if (status !== 429 && status < 502) return await readReply(name, response)
      await response.body?.cancel()
      if (attempt === maxRetries) throw new ServiceUnavailableError(name, `HTTP status ${status}`)
      await settings.wait(waitOf(response.headers.get('retry-after')))
    }
  }
  return {
    name,
    ask,
    act: async (request) => {
      const { status, body } = await ask(request)
      if (status >= 200 && status < 300) return
      const secrets = settings.key === null ? [] : [settings.key]
      throw new ServiceRefusedError(name, status, reasonOf(body, secrets))
    },
    usage: () => ({ requests, remaining, limit }),
  }
}

function countIn({ headers }: Response, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

async function send(
  name: string,
  url: string,
  { request, settings }: { readonly request: ServiceRequest; readonly settings: ServiceSettings },
): Promise<Response> {
  const { method, body } = request
  const { key, scheme = 'Bearer', timeoutMs = 10_000 } = settings
  try {
    const response = await settings.fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { authorization: `${scheme} ${key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isRedirect = response.type === 'opaqueredirect' || isBetween(response.status, 300, 400)
    if (!isRedirect) return response
    await response.body?.cancel()
  } catch {
    throw new ServiceUnavailableError(name, 'it cannot be reached')
  }
  throw new ServiceUnavailableError(name, 'it redirects, which is not followed')
}

async function readReply(name: string, response: Response): Promise<ServiceReply> {
  const { status } = response
  if (status >= 500) {
    await response.body?.cancel()
    throw new ServiceUnavailableError(name, `HTTP status ${status}`)
  }
  const text = await textOf(name, response)
  if (text.trim() === '') return { status, body: undefined }
  const json = readJsonText(text)
  if (json.ok) return { status, body: json.value }
  throw new ServiceAnswerError(name, json.why)
}

async function textOf(name: string, response: Response): Promise<string> {
  let text: string | null
  try {
    text = await readBoundedText(response.body, maxBytes)
  } catch {
    throw new ServiceUnavailableError(name, 'its answer breaks off')
  }
  if (text === null) throw new ServiceAnswerError(name, `has more than ${maxBytes} bytes`)
  return text
}

function waitOf(seconds: string | null): number {
  const ms = seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 1_000
  return Math.min(Math.max(ms, 250), longestWaitMs)
}

function isBetween(status: number, from: number, below: number): boolean {
  return status >= from && status < below
}

/** A foreign text: without secrets and what cannot be seen, and not too long. */
function reasonOf(body: unknown, secrets: readonly string[]): string {
  if (body === undefined) return 'It gives no reason.'
  return escapeInvisible(redact(redactSecrets(JSON.stringify(body), secrets))).slice(
    0,
    longestReason,
  )
}

/** A Safe's service cannot be asked now. */
class ServiceUnavailableError extends BaseError {
  override readonly code = 'safe_service_unavailable'
  override readonly kind = 'unavailable'

  constructor(service: string, reason: string) {
    super({
      message: `The ${service} does not answer: ${reason}. Ask again later.`,
      facts: { service, reason },
      retryable: true,
    })
  }
}

/** A Safe's service refuses. */
export class ServiceRefusedError extends BaseError {
  override readonly code = 'safe_service_refused'
  override readonly kind = 'conflict'
  /** HTTP status. */
  readonly status: number

  constructor(service: string, status: number, reason: string) {
    super({
      message: `The ${service} refuses (HTTP status ${status}): ${reason}`,
      facts: { service, status, reason },
    })
    this.status = status
  }
}

/** The answer of a Safe's service cannot be used. */
export class ServiceAnswerError extends BaseError {
  override readonly code = 'safe_service_answer_invalid'
  override readonly kind = 'unavailable'

  constructor(service: string, why: string) {
    super({
      message: `The answer of the ${service} ${why}. Do not rely on this service.`,
      facts: { service, why },
    })
  }
}
