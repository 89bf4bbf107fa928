import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A process that receives signals. */
type SignalSource = {
  readonly on: (signal: 'SIGTERM' | 'SIGINT', listener: () => void) => unknown
  readonly off: (signal: 'SIGTERM' | 'SIGINT', listener: () => void) => unknown
  readonly exit: (code: number) => void
}

const signals = ['SIGTERM', 'SIGINT'] as const

/** The time between two closings of connections whose last answer is out. */
const sweepMs = 50

/** The state of a service that may be about to close. */
export type Draining = {
  readonly isOn: () => boolean
  /** From here on readiness says so, and each answer asks its connection to close. */
  readonly begin: () => void
}

export function openDraining(): Draining {
  let isOn = false
  return {
    isOn: () => isOn,
    begin: () => {
      isOn = true
    },
  }
}

/**
 * Closes a service on a signal; a second signal ends the process at once.
 *
 * @param close - lets what is being answered end, then lets go of everything. By `SIGTERM` a supervisor asks, whose
 *   load balancer may still send requests; by `SIGINT` a person.
 * @returns settles when the service is closed; fails as `close` does.
 */
export function closeOnSignal(
  close: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>,
  source: SignalSource = process,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isClosing = false
    const listen = (signal: 'SIGTERM' | 'SIGINT') => (): void => {
      if (isClosing) source.exit(1)
      if (isClosing) return
      isClosing = true
      close(signal).then(resolve, reject).finally(forget)
    }
    const listeners = signals.map((signal) => [signal, listen(signal)] as const)
    const forget = (): void => {
      for (const [signal, listener] of listeners) source.off(signal, listener)
    }
    for (const [signal, listener] of listeners) source.on(signal, listener)
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
 * Closes connections while a server closes: each when its last answer is out. It would stay open for the next question
 * otherwise, and hold up the end. A request that lies unread in its socket looks like no request at all, so
 * connections are looked at right after the loop has read all of them.
 */
export function followDrain(app: FastifyInstance, draining: Draining): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (draining.isOn()) reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', async () => {
    draining.begin()
    await allRead()
    const sweep = setInterval(async () => {
      await allRead()
      app.server.closeIdleConnections()
    }, sweepMs)
    app.server.once('close', () => clearInterval(sweep))
    sweep.unref()
  })
}

/** Settles when the loop has read what lay in every socket. */
async function allRead(): Promise<void> {
  await setImmediate()
  await setImmediate()
}
