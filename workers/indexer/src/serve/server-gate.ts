import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Makes what lets only those through who have the key: as `Bearer`, or as the password of `Basic`, which
 * browsers ask for.
 */
export function gateOf(key: string) {
  const expected = digestOf(key)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const secret = secretOf(request.headers.authorization ?? '')
    // Digests have one length, and comparing them takes one time.
    if (secret !== null && timingSafeEqual(digestOf(secret), expected)) return
    reply.header('www-authenticate', 'Basic realm="vaultwright", charset="UTF-8"')
    await reply.code(401).send({ error: 'The admin key is needed.' })
  }
}

/**
 * Refuses requests that name another host than this machine, where the server listens on it alone: a page
 * whose name was made to lead here could read the answers.
 *
 * @returns a hook; it answers 403 to those, and lets every request through on any other address.
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

const common = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const

/** The content policy of the board's page: its own scripts and styles, and styles that it sets while it runs. */
const boardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

/** Gives every answer the headers that keep browsers from doing harm with it. */
export function addHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const isBoard = request.url.startsWith('/board')
    const policy = isBoard ? boardPolicy : "default-src 'none';frame-ancestors 'none'"
    reply.headers({ ...common, 'content-security-policy': policy })
  })
}
