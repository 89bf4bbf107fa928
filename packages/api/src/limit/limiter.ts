/** What a limiter says of one request. */
export type LimitVerdict = {
  readonly isAllowed: boolean
  /** Requests in a window. */
  readonly limit: number
  /** How many are left in the window after this one. */
  readonly remaining: number
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number
}

/**
 * Counts requests by key in windows of one minute that begin with a key's first request. The count is
 * exact: no request beyond the limit passes in a window, whatever the number of processes.
 */
export type Limiter = {
  readonly take: (keyId: string, limit: number) => Promise<LimitVerdict>
  /** As `take`, at once; null where only a server can tell. */
  readonly takeNow: ((keyId: string, limit: number) => LimitVerdict) | null
  readonly close: () => Promise<void>
}
