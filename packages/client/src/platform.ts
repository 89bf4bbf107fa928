// biome-ignore-all lint/style/noRestrictedGlobals: the defaults of what is an argument everywhere else.

/** The platform of the client; everything else in this package is pure. */
export type Platform = {
  /** Sends one request. Called with a redirect mode that never follows. */
  readonly fetch: FetchFunction
  /**
   * Waits so many milliseconds: between attempts, and as the bound of an attempt. Rejects with the
   * signal's reason once it aborts, and keeps no timer then.
   */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Unix milliseconds: only for a `Retry-After` that names a date. */
  readonly now: () => number
  /** From 0 up to 1: only for the jitter of a wait. */
  readonly random: () => number
}

/** The part of `fetch` that the client uses. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/**
 * Makes the platform of a client: what was given, and the runtime's own for the rest.
 *
 * The one place of this package that touches the world. The global `fetch` is looked up at each
 * request, so that one which is put in place later, by a test or a tracer, is used.
 */
export function platformOf(given: Partial<Platform>): Platform {
  return {
    fetch: given.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    sleep: given.sleep ?? sleep,
    now: given.now ?? (() => Date.now()),
    random: given.random ?? (() => Math.random()),
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
