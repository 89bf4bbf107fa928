import type { Limiter, LimitVerdict } from './limiter.ts'

/** How long a window is. */
export const windowMs = 60_000

type Window = { readonly endsAtMs: number; count: number }

/** A limiter that counts in this process. */
export type MemoryLimiter = Limiter & {
  readonly takeNow: NonNullable<Limiter['takeNow']>
  /** @returns windows that are held. */
  readonly size: () => number
}

/** How often windows that are over are dropped: a key that never comes back is forgotten. */
const sweepMs = windowMs

/**
 * Opens a limiter that counts in this process.
 *
 * @param nowMs - a clock that never goes back, milliseconds.
 * @returns the limiter; it holds one entry for each key of the last two minutes.
 */
export function openMemoryLimiter(nowMs: () => number): MemoryLimiter {
  const windows = new Map<string, Window>()
  let sweptAtMs = nowMs()
  const sweep = (now: number): void => {
    if (now - sweptAtMs < sweepMs) return
    sweptAtMs = now
    for (const [key, { endsAtMs }] of windows) if (endsAtMs <= now) windows.delete(key)
  }
  const takeNow = (keyId: string, limit: number): LimitVerdict => {
    const now = nowMs()
    sweep(now)
    let window = windows.get(keyId)
    if (window === undefined || window.endsAtMs <= now) {
      window = { endsAtMs: now + windowMs, count: 0 }
      windows.set(keyId, window)
    }
    window.count++
    return verdictOf(window.count, limit, window.endsAtMs - now)
  }
  return {
    take: async (keyId, limit) => takeNow(keyId, limit),
    takeNow,
    size: () => windows.size,
    close: async () => windows.clear(),
  }
}

/**
 * Says what a count means.
 *
 * @param count - requests of the window with this one.
 * @param limit - requests that a window has.
 * @param leftMs - until the window ends.
 * @returns the verdict.
 */
export function verdictOf(count: number, limit: number, leftMs: number): LimitVerdict {
  return {
    isAllowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  }
}
