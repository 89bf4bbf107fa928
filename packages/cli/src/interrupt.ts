/**
 * Waits for work, but not beyond an interrupt: what the work holds open is then closed by who opened it.
 *
 * @throws the signal's reason when it fires first.
 */
export function untilInterrupted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
