import type { IncomingMessage, ServerResponse } from 'node:http'
import type { KeyCaller, Store } from '@vaultwright/store'
import type { Limiter } from '../limit/limiter.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RequestWriter } from '../metrics/request-log.ts'
import { requestIdOf } from '../request/request-id.ts'
import { answerCacheKeyOf } from './answer-cache-key.ts'
import { compressedFrom } from './compression.ts'

/** An answer that holds until something is written. */
export type CacheableAnswer = {
  readonly operation: string
  readonly caller: KeyCaller
  /** Names and values, without those that each answer has anew. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string | Buffer
}

/** What answers a request that was answered before, without working it out again. */
export type AnswerCache = {
  /** Answers, or leaves the request to `otherwise` as it came. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    otherwise: () => void,
  ) => void
  /** Keeps an answer for the very same request, while the store stays as it was before the caller was looked for. */
  readonly keep: (
    request: IncomingMessage,
    body: Uint8Array | null,
    answer: CacheableAnswer & { readonly revision: string | null },
  ) => void
}

/** What answering again stands on. */
export type AnswerCacheParts = {
  readonly store: Pick<Store, 'revision' | 'keys'>
  readonly limiter: Limiter
  readonly ratePerMinute: number
  readonly metrics: Metrics
  readonly write: RequestWriter
  /** Whether the service closes or has too much to do: then every request goes the long way. */
  readonly isBusy: () => boolean
}

type CachedResponse = Omit<CacheableAnswer, 'headers' | 'text'> & {
  readonly head: readonly string[]
  readonly body: string | Buffer
  /** Such answers are given compressed to those who take that, which is not done here. */
  readonly isLarge: boolean
}

/** Shorter texts go out in one piece with their head; of longer ones the bytes are made once. */
const shortText = 8_192

const maxEntries = 2_000
const maxBytes = 32 * 1024 * 1024

/**
 * Opens what gives answers again.
 *
 * A request is the same when its method, its target, its key, its type of body and its body are, to the
 * byte, and no header of it could change the answer. The caller, its rights and everything that was
 * read are part of the store's state: with the first write of any process all that is kept is dropped.
 * Where that state, or the limit, is known only to a server, nothing is kept.
 */
export function openAnswerCache(parts: AnswerCacheParts): AnswerCache {
  const { store, metrics, write, isBusy } = parts
  const { takeNow } = parts.limiter
  if (takeNow === null) return disabledAnswerCache
  const entries = new Map<string, CachedResponse>()
  const heads = new Set<string>()
  // Many keys of a tenant are answered alike.
  const bodies = new Map<string | Buffer, string | Buffer>()
  let revision: string | null = null
  let bytes = 0
  const clear = (): void => {
    entries.clear()
    heads.clear()
    bodies.clear()
    bytes = 0
  }
  const refresh = (): string | null => {
    const now = store.revision()
    if (now !== revision) clear()
    revision = now
    return now
  }
  /** False when the limit is met: the long way says what is to be said. */
  const give = (
    request: IncomingMessage,
    response: ServerResponse,
    entry: CachedResponse,
  ): boolean => {
    const beganMs = performance.now()
    const { caller, operation } = entry
    const verdict = takeNow(caller.keyId, caller.ratePerMinute ?? parts.ratePerMinute)
    if (!verdict.isAllowed) return false
    metrics.began()
    store.keys.noteUse(caller.keyId)
    const requestId = requestIdOf(request)
    response.writeHead(200, [
      ...entry.head,
      'x-request-id',
      requestId,
      'ratelimit-limit',
      `${verdict.limit}`,
      'ratelimit-remaining',
      `${verdict.remaining}`,
      'ratelimit-reset',
      `${verdict.resetSeconds}`,
      'ratelimit-policy',
      `${verdict.limit};w=60`,
    ])
    response.end(entry.body)
    const ms = performance.now() - beganMs
    metrics.answeredFromCache()
    metrics.answered(operation, 200, ms)
    write({ requestId, operation, status: 200, ms, caller })
    return true
  }
  return {
    keep: (request, asked, { revision: asOf, headers, text, ...rest }) => {
      const cacheKey = answerCacheKeyOf(request)
      if (cacheKey === null || asOf === null || refresh() !== asOf) return
      if ((cacheKey.bodyBytes === 0) !== (asked === null)) return
      // Its headers say of other bytes than these.
      if (headers.some(([name]) => name === 'content-encoding')) return
      const size = Buffer.byteLength(text)
      if (size > maxBytes / 8 || (size >= compressedFrom && cacheKey.takesGzip)) return
      const cachedBody = bodies.get(text)
      const isLong = typeof text === 'string' && size > shortText
      const body = cachedBody ?? (isLong ? Buffer.from(text) : text)
      const entry = { ...rest, head: headOf(headers, size), body, isLarge: size >= compressedFrom }
      const key = keyOf(cacheKey.head, asked)
      if (entries.has(key)) return
      bodies.set(text, body)
      entries.set(key, entry)
      heads.add(cacheKey.head)
      bytes += key.length + (cachedBody === undefined ? size : 0)
      // Everything goes at once: what is asked often is soon back.
      if (entries.size > maxEntries || bytes > maxBytes) clear()
    },
    answer: (request, response, otherwise) => {
      const cacheKey = entries.size === 0 || isBusy() ? null : answerCacheKeyOf(request)
      if (cacheKey === null || refresh() === null || !heads.has(cacheKey.head)) return otherwise()
      if (cacheKey.bodyBytes === 0) {
        const entry = entries.get(keyOf(cacheKey.head, null))
        if (entry === undefined || (entry.isLarge && cacheKey.takesGzip)) return otherwise()
        return give(request, response, entry) ? undefined : otherwise()
      }
      readBodyThen(request, cacheKey.bodyBytes, (body) => {
        refresh()
        const entry = body === null ? undefined : entries.get(keyOf(cacheKey.head, body))
        const isMine = entry !== undefined && !(entry.isLarge && cacheKey.takesGzip)
        if (isMine && give(request, response, entry)) return
        if (body !== null) request.unshift(body)
        otherwise()
      })
      return undefined
    },
  }
}

const disabledAnswerCache: AnswerCache = {
  answer: (_request, _response, otherwise) => otherwise(),
  keep: () => {},
}

/**
 * Reads a body that comes in one piece, as small ones do. One that does not is left in the stream.
 * The stream may be read by others after the next tick: only then it forgets who listened.
 */
function readBodyThen(
  request: IncomingMessage,
  length: number,
  then: (body: Buffer | null) => void,
): void {
  request.once('readable', () => {
    process.nextTick(() => {
      if (request.readableLength !== length) return then(null)
      then(request.read() as Buffer | null)
    })
  })
}

function keyOf(head: string, body: Uint8Array | null): string {
  return body === null ? head : `${head}\n${Buffer.from(body).toString('latin1')}`
}

/** What each answer has anew. */
const perRequestHeaders = new Set([
  'x-request-id',
  'content-length',
  'connection',
  'keep-alive',
  'date',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
])

function headOf(headers: CacheableAnswer['headers'], size: number): readonly string[] {
  const pairs = headers.filter(([name]) => !perRequestHeaders.has(name.toLowerCase()))
  return [...pairs.flat(), 'content-length', `${size}`]
}
