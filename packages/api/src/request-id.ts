import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Names a request.
 *
 * @param headers - `X-Request-Id` of a caller is kept when it is short and plain: it goes into logs and headers.
 * @returns the caller's name for it, or a new one.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}
