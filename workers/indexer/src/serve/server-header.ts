import type { FastifyInstance } from 'fastify'

const common = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const

/** What the board's page needs: its own scripts and styles, and styles that it sets while it runs. */
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
