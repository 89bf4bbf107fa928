import type { FastifyInstance } from 'fastify'
import { RequestInvalidError } from './request-check.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Makes JSON the one type of body that the server reads.
 *
 * @param app - the server; other types are 415 from then on.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : parseBody(bytes)),
  )
}

/**
 * Reads a body.
 *
 * @param bytes - UTF-8.
 * @returns the value.
 * @throws {RequestInvalidError} when it is no JSON.
 */
export function parseBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    throw new RequestInvalidError([{ loc: ['body', 0], msg: 'Invalid JSON', type: 'json_invalid' }])
  }
}
