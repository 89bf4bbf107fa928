import type { FastifyInstance, FastifyRequest } from 'fastify'
import { faultOfJson } from './json-guard.ts'
import { RequestInvalidError } from './request-check.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only interfaces merge with those of a module
  interface FastifyRequest {
    /** The body as it came; null without one. */
    bodyBytes: Uint8Array | null
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Makes JSON the one type of body that the server reads.
 *
 * @param app - the server; other types are 415 from then on.
 */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('bodyBytes', null)
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      request.bodyBytes = bytes
      return parseBody(bytes)
    },
  )
}

/**
 * Reads a body.
 *
 * @param bytes - UTF-8.
 * @returns the value: whatever `JSON.parse` makes of it.
 * @throws {RequestInvalidError} when it is no JSON, or JSON that would be read as something else than is written.
 */
export function parseBody(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const value = parse(text)
  const fault = faultOfJson(text)
  if (fault === null) return value
  throw new RequestInvalidError([
    { loc: ['body', ...fault.path], msg: fault.msg, type: fault.type },
  ])
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalid(0, 'The body is no UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // The engine tells the place in its text, but for an end that comes too early.
    const found = /position (\d+)/.exec(String(cause))?.[1]
    const offset = found === undefined ? text.length : Number(found)
    throw invalid(offset, `The body is no JSON from its character ${offset} on`)
  }
}

function invalid(offset: number, msg: string): RequestInvalidError {
  return new RequestInvalidError([{ loc: ['body', offset], msg, type: 'json_invalid' }])
}
