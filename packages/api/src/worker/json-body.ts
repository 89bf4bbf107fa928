import type { Operation } from '@vaultwright/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { drainBeforeClose, readBody } from '../body/body-read.ts'
import { bodyBounds, textBodyBounds } from '../body/json-bound.ts'
import { type JsonReading, readJson } from '../body/json-text.ts'
import { RequestInvalidError } from '../request/request-check.ts'
import type { TreeBody } from './tree-task.ts'
import type { WorkerPool } from './worker-pool.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface FastifyRequest {
    /** The body as it came; null without one, and for one that a thread has. */
    bodyBytes: Uint8Array | null
    /** The tree of a body that a thread has read; null for any other. */
    readTree: TreeBody['tree']
  }
}

/** Smaller bodies are read sooner than a thread is asked. */
const smallBody = 65_536

/** Makes JSON the one type of body that the server reads. */
export function takeJsonBodies(app: FastifyInstance, pool: WorkerPool): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('bodyBytes', null)
  app.decorateRequest('readTree', null)
  app.addContentTypeParser('application/json', async (request: FastifyRequest, stream: unknown) => {
    const { config, bodyLimit } = request.routeOptions
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    const bytes = await readBody(stream as FastifyRequest['raw'], {
      bytes: bodyLimit ?? app.initialConfig.bodyLimit ?? 0,
      bounds: boundsOf(config?.operation),
      announced: Number.isSafeInteger(length) && length >= 0 ? length : null,
    }).catch((error: unknown) => {
      if (!request.raw.complete) drainBeforeClose(request.raw)
      throw error
    })
    if (bytes.length === 0) return undefined
    if (config?.operation?.bodyLimit === undefined || bytes.length <= smallBody) {
      request.bodyBytes = bytes
      return parseBody(bytes)
    }
    const tenantId = request.caller?.tenantId ?? ''
    const { body, tree } = await pool.run('readTreeBody', bytes, {
      tenantId,
      bytes: bytes.length,
      transfer: [bytes.buffer],
    })
    request.readTree = tree
    return bodyValueOf(body)
  })
}

/**
 * Reads a body.
 *
 * @throws {RequestInvalidError} when it is not JSON, or JSON that would be read as something else than is written.
 */
export function parseBody(bytes: Uint8Array): unknown {
  return bodyValueOf(readJson(bytes))
}

function bodyValueOf(reading: JsonReading): unknown {
  if (reading.ok) return reading.value
  const { loc, msg, type } = reading
  throw new RequestInvalidError([{ loc: ['body', ...loc], msg, type }])
}

/** A body of texts, which hold all that is large, needs few keys. */
function boundsOf(operation: Pick<Operation, 'bodyLimit'> | undefined) {
  return operation?.bodyLimit === undefined ? bodyBounds : textBodyBounds
}
