import type { FastifyInstance } from 'fastify'

/** A process that receives signals. */
export type SignalSource = {
  readonly on: (signal: 'SIGTERM' | 'SIGINT', listener: () => void) => unknown
  readonly off: (signal: 'SIGTERM' | 'SIGINT', listener: () => void) => unknown
  readonly exit: (code: number) => void
}

const signals = ['SIGTERM', 'SIGINT'] as const

/** How often connections are closed whose last answer is out. */
const sweepMs = 50

/**
 * Closes a service on a signal; a second signal ends the process at once.
 *
 * @param close - lets what is being answered end, then lets go of everything.
 * @returns settles when the service is closed; fails as `close` does.
 */
export function closeOnSignal(
  close: () => Promise<void>,
  source: SignalSource = process,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isClosing = false
    const listener = (): void => {
      if (isClosing) source.exit(1)
      if (isClosing) return
      isClosing = true
      close().then(resolve, reject).finally(forget)
    }
    const forget = (): void => {
      for (const signal of signals) source.off(signal, listener)
    }
    for (const signal of signals) source.on(signal, listener)
  })
}

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
