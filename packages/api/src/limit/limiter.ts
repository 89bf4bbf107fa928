/** The verdict of a limiter on one request. */
export type LimitVerdict = {
  readonly isAllowed: boolean
  /** Requests in any minute. */
  readonly limit: number
  /** The number of requests that may pass now, after this one. */
  readonly remaining: number
  /** Whole seconds until one more may pass than now, at least 1. */
  readonly resetSeconds: number
}

/**
 * Counts requests by key in a sliding window: in no interval of 60 s more pass than the limit, whatever
 * the number of processes. A request that is refused does not count.
 */
export type Limiter = {
  /** @throws {LimiterUnavailableError} when Redis does not answer and the configuration says to refuse. */
  readonly take: (keyId: string, limit: number) => LimitVerdict | Promise<LimitVerdict>
  /** Asks Redis whether it answers; null where nothing is counted there. */
  readonly pingRedis: (() => Promise<boolean>) | null
  readonly close: () => Promise<void>
}
