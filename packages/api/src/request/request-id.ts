import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Names a request. Its headers are read as they were sent: putting them in order costs more than that.
 */
export function requestIdOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string {
  let id: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length !== 12 || name.toLowerCase() !== 'x-request-id') continue
    // Several are a list, which is not a name.
    if (id !== null) return randomUUID()
    id = rawHeaders[index + 1]!
  }
  return id !== null && /^[\w.:-]{1,64}$/.test(id) ? id : randomUUID()
}
