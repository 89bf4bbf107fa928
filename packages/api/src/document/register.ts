import { createHash } from 'node:crypto'
import { openLruMap } from '@vaultwright/base'
import { operations } from '@vaultwright/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Codings, codingFor, codingsOf, takesGzip } from '../answer/compression.ts'
import { isKnownTag } from '../cache/entity-tag.ts'
import type { ApiContext } from '../service/context.ts'
import { llmsTextOf } from './llms.ts'
import { documentOf } from './openapi.ts'
import {
  readReferenceScript,
  referencePage,
  referencePaths,
  referencePolicy,
} from './reference-page.ts'
import { documentVersion } from './version.ts'

/** A text that is the same for every caller until the process ends. */
type StaticDocument = {
  readonly type: string
  readonly text: string | Buffer
  readonly tag: string
  /** Made at the first request for one. */
  readonly codings: () => Promise<Codings>
}

const minutes = 'public, max-age=300'

/**
 * Adds the description of the interface: `/openapi.json`, `/docs`, `/llms.txt`, and `/`, which names them; a browser is led from
 * there to the console.
 */
export function registerDocument(app: FastifyInstance, { config }: ApiContext): void {
  const { document, llms, index, page } = documentsAt(config.publicUrl)
  app.get('/openapi.json', (request, reply) => send(request, reply, document))
  app.get('/llms.txt', (request, reply) => send(request, reply, llms))
  app.get('/', (request, reply) => {
    reply.header('vary', 'Accept')
    const isBrowser = request.headers.accept?.includes('text/html') ?? false
    if (!isBrowser || !config.hasConsole) return sendAs(request, reply, index)
    return reply.header('cache-control', 'no-store').redirect('./console/', 302)
  })
  app.get(referencePaths.page, (request, reply) =>
    send(request, reply.header('content-security-policy', referencePolicy), page),
  )
  addScript(app)
}

type Documents = Readonly<Record<'document' | 'llms' | 'index' | 'page', StaticDocument>>

/** Services of one process with one public address show the same bytes: made once. */
const byAddress = openLruMap<string | null, Documents>({ maxEntries: 4 })

function documentsAt(publicUrl: string | null): Documents {
  const documents = byAddress.get(publicUrl) ?? makeDocuments(publicUrl)
  byAddress.set(publicUrl, documents)
  return documents
}

function makeDocuments(publicUrl: string | null): Documents {
  const source = { operations, publicUrl, version: documentVersion }
  const json = 'application/json; charset=utf-8'
  const text = 'text/plain; charset=utf-8'
  return {
    document: staticDocument(json, JSON.stringify(documentOf(source), null, 2)),
    llms: staticDocument(text, llmsTextOf(source)),
    index: staticDocument(json, JSON.stringify(indexOf(publicUrl))),
    page: staticDocument('text/html; charset=utf-8', referencePage()),
  }
}

function addScript(app: FastifyInstance): void {
  let reading: ReturnType<typeof prepareScript> | null = null
  app.get(referencePaths.script, async (request, reply) => {
    reading ??= prepareScript()
    const script = await reading.catch((cause) => {
      reading = null
      throw cause
    })
    reply.header('vary', 'Accept-Encoding')
    if (!takesGzip(String(request.headers['accept-encoding'] ?? '')))
      return sendAs(request, reply, script.plain)
    return sendAs(request, reply.header('content-encoding', 'gzip'), script.gzip)
  })
}

async function prepareScript(): Promise<{
  readonly plain: StaticDocument
  readonly gzip: StaticDocument
}> {
  const { plain, gzip } = await readReferenceScript()
  const type = 'text/javascript; charset=utf-8'
  return { plain: staticDocument(type, plain), gzip: staticDocument(type, gzip) }
}

function indexOf(publicUrl: string | null): Readonly<Record<string, string>> {
  const urlOf = (path: string) => `${publicUrl ?? ''}${path}`
  return {
    name: 'Vaultwright',
    version: documentVersion,
    docs: urlOf('/docs'),
    openapi: urlOf('/openapi.json'),
    llms: urlOf('/llms.txt'),
  }
}

function staticDocument(type: string, text: string | Buffer): StaticDocument {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  let codings: Promise<Codings> | null = null
  return {
    type,
    text,
    tag,
    codings: () => {
      codings ??= codingsOf(text)
      return codings
    },
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, fixed: StaticDocument) {
  const { type, text, tag, codings } = fixed
  const coding = text.length < 1_024 ? null : codingFor(request.headers['accept-encoding'])
  // Each coding is other bytes of one text: a weak tag for all of them.
  // Source: RFC 9110, 8.8.1 and 8.8.3.3.
  const etag = coding === null ? tag : `W/${tag}`
  reply.headers({ 'cache-control': minutes, vary: 'Accept-Encoding', etag })
  if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (coding === null) return reply.type(type).send(text)
  return reply
    .type(type)
    .header('content-encoding', coding)
    .send((await codings())[coding])
}

/** Sends what is compressed already, or is not to be. */
function sendAs(request: FastifyRequest, reply: FastifyReply, { type, text, tag }: StaticDocument) {
  reply.headers({ 'cache-control': minutes, etag: tag })
  if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type(type).send(text)
}
