import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { areaOf, envelopeOf, type FailureContent } from './envelope.ts'

const socketFailures: Readonly<Record<string, readonly [status: string, said: FailureContent]>> = {
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

const hostless = {
  code: 'bad_request',
  message: 'The request names no host. Send it with a Host header.',
} as const

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
