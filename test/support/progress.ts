import { setTimeout as wait } from 'node:timers/promises'

/** What is waited for. */
export type Progress = {
  /** How far it is, as a text that changes whenever something was done; null when it is whole. */
  readonly look: () => Promise<string | null>
  /** Given up when nothing was done for so long, however long all of it takes. */
  readonly stillMs: number
  /** Between two looks. */
  readonly pauseMs: number
}

/**
 * Waits as long as something goes on: a machine that is busy takes its time, one that stands still does not.
 *
 * @returns whether it is whole.
 */
export async function untilWhole({ look, stillMs, pauseMs }: Progress): Promise<boolean> {
  let last: string | null = ''
  let sinceMs = performance.now()
  for (;;) {
    const state = await look()
    if (state === null) return true
    if (state !== last) sinceMs = performance.now()
    else if (performance.now() - sinceMs > stillMs) return false
    last = state
    await wait(pauseMs)
  }
}
