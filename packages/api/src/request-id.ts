import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Names a request.
 *
 * @param headers - `X-Request-Id` of a caller is kept when it is short and plain: it goes into logs and headers.
 * @returns the caller's name for it, or a new one.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  return idOf(headers['x-request-id'])
}

/**
 * Names a request whose headers nobody has put in order.
 *
 * @param rawHeaders - names and values in turn.
 * @returns as `requestIdOf`.
 */
export function requestIdFrom(rawHeaders: readonly string[]): string {
  const given = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'x-request-id',
  )
  // Several are read as one list, which is no name.
  return idOf(given.length === 1 ? given[0] : undefined)
}

function idOf(given: string | readonly string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}
