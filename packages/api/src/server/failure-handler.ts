import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { BaseError } from '@vaultwright/base'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { nameOfCause } from '../config/log.ts'
import { areaOf, envelopeOf, type FailureContent } from '../request/envelope.ts'
import { methodsOf } from '../request/request-path.ts'
import type { Gate } from '../service/gate.ts'
import { answerOf, type FailureContext } from './failure.ts'

/** The handlers of the server when something was thrown. */
export type FailureHandlers = {
  readonly inRoute: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void
  /** For requests that the router cannot read: the caller is not known yet. */
  readonly beforeRoute: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void
}

const socketFailures: Readonly<Record<string, readonly [status: string, content: FailureContent]>> =
  {
    HPE_HEADER_OVERFLOW: [
      '431 Request Header Fields Too Large',
      { code: 'headers_too_large', message: 'The headers are too large. Send fewer.' },
    ],
    ERR_HTTP_REQUEST_TIMEOUT: [
      '408 Request Timeout',
      { code: 'request_timeout', message: 'The request came too slowly. Send it again.' },
    ],
  }

const malformed = [
  '400 Bad Request',
  { code: 'bad_request', message: 'The request is not HTTP. Repair it.' },
] as const

const hostless = {
  code: 'bad_request',
  message: 'The request names no host. Send it with a Host header.',
} as const

/** Makes the server's answers to failures. */
export function openFailureHandlers({ admit }: Gate): FailureHandlers {
  return {
    inRoute: fail,
    beforeRoute: (error, request, reply) => {
      admit(request, reply).then(
        () => reply.sent || fail(error, request, reply),
        (cause) => fail(cause, request, reply),
      )
    },
  }
}

/** Answers what no operation answers: 405 where the path knows other methods, else 404. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.raw.url ?? '/'
  const methods = methodsOf(path)
  if (methods.length === 0) {
    const content = { code: 'not_found', message: 'Not Found' }
    return reply.code(404).send(envelopeOf(areaOf(path), content))
  }
  const content = { code: 'method_not_allowed', message: 'Method Not Allowed' }
  reply.code(405).header('allow', methods.join(', '))
  return reply.send(envelopeOf(areaOf(path), content))
}

/** Answers what came over a connection and is not a request, in JSON, and closes the connection. */
export function answerBrokenSocket(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error)
    return
  }
  const [status, content] = socketFailures[error.code ?? ''] ?? malformed
  const body = JSON.stringify(envelopeOf('data', content))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * Answers a request without a host, which HTTP/1.1 does not allow.
 * Source: RFC 9112, 3.2.
 */
export function answerHostless(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false
  const body = JSON.stringify(envelopeOf(areaOf(request.url ?? '/'), hostless))
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(body)
  return true
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const context = failureContextOf(request)
  const answer = answerOf(error, context)
  const line = { requestId: request.id, status: answer.status }
  if (answer.isBug) request.log.error({ ...line, err: error }, 'failed')
  else if (answer.status >= 500)
    request.log.warn({ ...line, ...unavailableOf(error) }, 'unavailable')
  // Headers that a route set for its 200 would keep the failure in caches.
  reply.header('cache-control', 'no-store').removeHeader('etag')
  if (answer.headers !== undefined) reply.headers(answer.headers)
  reply.code(answer.status).type('application/json; charset=utf-8')
  reply.send(JSON.stringify(answer.body))
}

/** An error of ours says what does not answer; the stack of a library beneath it tells no more. */
function unavailableOf(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof BaseError)) return { err: error }
  const { code, shortMessage: reason, cause } = error
  return { code, reason, ...(cause === undefined ? {} : { cause: nameOfCause(cause) }) }
}

function failureContextOf(request: FastifyRequest): FailureContext {
  const { config, bodyLimit } = request.routeOptions
  const operation = config?.operation ?? null
  return { area: operation?.area ?? areaOf(request.raw.url ?? '/'), operation, bodyLimit }
}
