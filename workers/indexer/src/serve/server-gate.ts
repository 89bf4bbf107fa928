import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Makes what lets only those through who have the key: as `Bearer`, or as the password of `Basic`, which
 * browsers ask for.
 */
export function gateOf(key: string) {
  const expected = digestOf(key)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const given = secretOf(request.headers.authorization ?? '')
    // Digests have one length, and comparing them takes one time.
    if (given !== null && timingSafeEqual(digestOf(given), expected)) return
    reply.header('www-authenticate', 'Basic realm="vaultwright", charset="UTF-8"')
    await reply.code(401).send({ error: 'The admin key is needed.' })
  }
}

/**
 * Refuses requests that name another host than this machine, where the server listens on it alone: a page
 * whose name was made to lead here could read the answers.
 *
 * @returns a hook; it answers 403 to those, and lets everybody through where others may come.
 */
export function hostGateOf(host: string) {
  const isOwn = isLoopback(host)
  return async ({ hostname }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isOwn || isLoopback(hostname)) return
    await reply.code(403).send({ error: 'This server is for its own machine, by its own name.' })
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

function secretOf(authorization: string): string | null {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return null
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon === -1 ? null : text.slice(colon + 1)
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
