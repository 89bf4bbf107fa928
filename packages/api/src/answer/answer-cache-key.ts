import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { takesGzip } from './compression.ts'

/** What makes two requests the same, but for their bodies. */
export type AnswerCacheKey = {
  /** Method, target, a digest of the key, and type of the body. */
  readonly head: string
  /** Of the body, as it is announced; 0 without one. */
  readonly bodyBytes: number
  /** Whether a large answer goes out compressed. */
  readonly takesGzip: boolean
}

/** Longer bodies are not compared. */
const maxBodyBytes = 16_384

/** With one of these the answer may be another one. */
const uncacheableHeaders = new Set([
  'if-none-match',
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
  'origin',
  'expect',
  'upgrade',
  'transfer-encoding',
  'content-encoding',
  'access-control-request-method',
  'access-control-request-headers',
])

/**
 * Reads what a request asks.
 *
 * @returns the question; null when it has no key, two of them, or anything that asks for care.
 */
export function answerCacheKeyOf({
  method,
  url,
  rawHeaders,
}: IncomingMessage): AnswerCacheKey | null {
  if ((method !== 'GET' && method !== 'POST') || url === undefined || !url.startsWith('/v1/')) {
    return null
  }
  let key: string | null = null
  let type: string | null = null
  let length: string | null = null
  let codings = ''
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    const value = rawHeaders[index + 1]!
    if (name === 'authorization') {
      if (key !== null) return null
      key = value
    } else if (name === 'content-type') {
      if (type !== null) return null
      type = value
    } else if (name === 'content-length') {
      if (length !== null) return null
      length = value
    } else if (name === 'accept-encoding') codings = `${codings},${value}`
    else if (uncacheableHeaders.has(name)) return null
  }
  if (key === null) return null
  if (method === 'GET') {
    // A body of a GET has no meaning.
    return type === null && length === null
      ? { head: `GET ${url}\n${digestOf(key)}`, bodyBytes: 0, takesGzip: takesGzip(codings) }
      : null
  }
  if (type === null || length === null || !/^[1-9]\d{0,5}$/.test(length)) return null
  const bodyBytes = Number(length)
  if (bodyBytes > maxBodyBytes) return null
  const head = `POST ${url}\n${digestOf(key)}\n${type}`
  return { head, bodyBytes, takesGzip: takesGzip(codings) }
}

/** The text of a key stays nowhere, and how long digests take to compare tells nothing of it. */
function digestOf(key: string): string {
  return hash('sha256', key, 'base64')
}
