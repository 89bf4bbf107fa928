import { BaseError } from '@vaultwright/base'

/** The limits of requests to a third party. */
export type BudgetLimits = {
  /** Requests that run at once · default: 4. */
  readonly atOnce?: number
  /** Requests that begin within a minute · default: 60. */
  readonly perMinute?: number
}

/** Counts requests, and refuses those that are too many. */
export type RequestBudget = {
  /**
   * Runs a request within the budget.
   *
   * @throws {AggregatorBusyError} when it is used up; nothing is sent then.
   */
  readonly run: <Value>(request: () => Promise<Value>) => Promise<Value>
  /** Refuses requests for so many seconds, an hour at most: the third party asked to wait. */
  readonly pause: (seconds: number) => void
}

const minuteMs = 60_000
const longestPauseMs = 3_600_000

/** Makes the budget of one third party, all users of a process together. */
export function openRequestBudget(
  name: string,
  { atOnce = 4, perMinute = 60 }: BudgetLimits,
  nowMs: () => number,
): RequestBudget {
  let running = 0
  let begun: number[] = []
  let pausedUntilMs = 0
  return {
    pause: (seconds) => {
      pausedUntilMs = nowMs() + Math.min(seconds * 1_000, longestPauseMs)
    },
    run: async (request) => {
      const now = nowMs()
      begun = begun.filter((startMs) => now - startMs < minuteMs)
      if (now < pausedUntilMs) throw new AggregatorBusyError(name, pausedUntilMs - now)
      if (running >= atOnce || begun.length >= perMinute) {
        throw new AggregatorBusyError(name, minuteMs)
      }
      running += 1
      begun.push(now)
      try {
        return await request()
      } finally {
        running -= 1
      }
    },
  }
}

/** A third party is asked too often. */
class AggregatorBusyError extends BaseError {
  override readonly code = 'aggregator_busy'
  override readonly kind = 'overload'

  constructor(aggregator: string, waitMs: number) {
    const wait = waitMs === minuteMs ? 'a minute' : `${Math.ceil(waitMs / 1_000)} s`
    super({
      message: `${aggregator}'s rate limit is reached. Ask again in ${wait}.`,
      facts: { aggregator },
      retryable: true,
    })
  }
}
