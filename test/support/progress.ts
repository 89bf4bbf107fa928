import { setTimeout as wait } from 'node:timers/promises'
import type { Queue } from '@vaultwright/indexer'

/** The progress that is waited for. */
export type Progress = {
  /** The progress, as a text that changes whenever something was done; null when it is whole. */
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

/** Nothing takes so long between one event and the next, on a machine however busy. */
const stillMs = 120_000

/**
 * Waits until a queue is idle, as long as something happens.
 *
 * @param events - of the worker; they grow.
 * @throws {Error} when nothing happens, and it is not idle.
 */
export async function untilIdle(
  queue: Pick<Queue, 'idle'>,
  events: readonly unknown[],
): Promise<void> {
  const still = new AbortController()
  let count = -1
  const watch = setInterval(() => {
    if (events.length === count) still.abort(new Error('Nothing happens, and work is left.'))
    count = events.length
  }, stillMs)
  try {
    await queue.idle(still.signal)
  } finally {
    clearInterval(watch)
  }
}
