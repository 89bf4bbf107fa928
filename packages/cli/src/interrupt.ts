/**
 * Waits for work, but not beyond an interrupt: what the work holds open is then closed by who opened it.
 *
 * @param signal - of the interrupt.
 * @param work - a promise, whose own failure after an interrupt is nobody's concern.
 * @returns what the work comes to.
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
