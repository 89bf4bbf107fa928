import type { FastifyInstance } from 'fastify'

/**
 * Closes a server: no new connections, what is being answered may end, what takes too long is cut.
 *
 * @param app - the server.
 * @param drainMs - milliseconds until the last connections are cut.
 */
export async function drain(app: FastifyInstance, drainMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
