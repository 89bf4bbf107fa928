import type { FastifyInstance } from 'fastify'

/**
 * Closes a server: no new connections, what is being answered may end, what takes too long is cut.
 */
export async function drain(app: FastifyInstance, drainMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}

/** How often connections are closed whose last answer is out. */
const sweepMs = 50

/**
 * Follows whether a server is closing. While it is, a connection is closed when its last answer is
 * out: it would stay open for the next question otherwise, and hold up the end.
 */
export function followDrain(app: FastifyInstance): () => boolean {
  let isDraining = false
  app.addHook('preClose', async () => {
    isDraining = true
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
    app.server.once('close', () => clearInterval(sweep))
    sweep.unref()
  })
  return () => isDraining
}
