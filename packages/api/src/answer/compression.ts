import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, onSendHookHandler } from 'fastify'
import { gzipLevel } from '../limit/large-answer.ts'

/** Bytes of an answer from which compressing it is worth its time. */
export const compressedFrom = 16_384

/** Bytes that a letter of a text takes at most. */
export const maxBytes = 3

/**
 * Compresses large answers for those who take gzip, in the threads of the system, never at once. Those of the
 * interface are compressed before, each in a turn of its tenant.
 *
 * A compressed answer is other bytes than its tag stands for: the tag becomes a weak one.
 * Bodies of requests stay as they are: a small one could become any size.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: compressedFrom,
    syncThreshold: 0,
    zlibOptions: { level: gzipLevel },
  })
  app.addHook('onRoute', (route) => {
    const hooks = [route.onSend ?? []].flat()
    route.onSend = [...hooks.map(sparingSmall), weakenTag]
  })
}

/** A short text is never compressed: nothing has to look whether it could be. */
function sparingSmall(hook: onSendHookHandler): onSendHookHandler {
  return function spare(...sent) {
    const [, , payload, done] = sent
    if (typeof payload === 'string' && payload.length * maxBytes < compressedFrom) {
      return done(null, payload)
    }
    return hook.apply(this, sent)
  }
}

const weakenTag: onSendHookHandler = (...sent) => {
  const [request, reply, payload, done] = sent
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string' && tag.startsWith('"')) {
    // A client that holds the compressed answer gets the tag of that one.
    const ifNoneMatch = String(request.headers['if-none-match'] ?? '')
    const isCompressed =
      reply.statusCode === 304
        ? ifNoneMatch.includes(`W/${tag}`)
        : reply.getHeader('content-encoding') === 'gzip'
    if (isCompressed) reply.header('etag', `W/${tag}`)
  }
  done(null, payload)
}

/** Tells whether a request may be answered in gzip. */
export function takesGzip(header: string): boolean {
  return ['gzip', 'x-gzip', '*'].some((coding) => takes(header, coding))
}

function takes(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...options] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === coding && !options.some((option) => /^q=0(\.0*)?$/.test(option))
  })
}

/** A text in every coding that it is given in. */
export type Codings = { readonly br: Buffer; readonly gzip: Buffer }

/** Compresses what never changes, once and well. */
export async function codingsOf(text: string | Buffer): Promise<Codings> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzip)(text, { level: 9 }),
  ])
  return { br, gzip: zipped }
}

/**
 * Chooses the coding of what is there in all of them.
 *
 * @returns null for the text as it is, also when the caller takes none of the codings, not even that
 *   one: an answer is better than a refusal. Source: RFC 9110, 12.1.
 */
export function codingFor(header: string | readonly string[] | undefined): keyof Codings | null {
  const text = String(header ?? '')
  return takes(text, 'br') ? 'br' : takes(text, 'gzip') ? 'gzip' : null
}
