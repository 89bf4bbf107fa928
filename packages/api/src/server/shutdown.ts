/** What signals come to. */
export type SignalSource = {
  readonly on: (signal: 'SIGTERM' | 'SIGINT', told: () => void) => unknown
  readonly off: (signal: 'SIGTERM' | 'SIGINT', told: () => void) => unknown
  readonly exit: (code: number) => void
}

const signals = ['SIGTERM', 'SIGINT'] as const

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
    let isTold = false
    const told = (): void => {
      if (isTold) source.exit(1)
      if (isTold) return
      isTold = true
      close().then(resolve, reject).finally(forget)
    }
    const forget = (): void => {
      for (const signal of signals) source.off(signal, told)
    }
    for (const signal of signals) source.on(signal, told)
  })
}
