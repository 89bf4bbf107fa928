import type { NamedAggregators } from '@vaultwright/aggregator'
import { BaseError } from '@vaultwright/base'
import { type FairQueue, openFairQueue } from '../limit/fair-queue.ts'

/** The services of swaps beside the store and the chains. */
export type SwapServices = NamedAggregators & {
  /** Runs quotes: so many at once, each tenant its share; the others wait their turn. */
  readonly quotes: FairQueue
}

/** Without any third party. */
export const noAggregators: NamedAggregators = { aggregators: [], orderBookOf: () => null }

/** One quote is tens of simulations. */
const concurrency = 4
/** Of one tenant: others still get in. */
const maxRunning = 3
/** Of one tenant: a desk with many tabs waits for itself. */
const maxWaiting = 32
/** Of the work, and of the wait before it. */
const timeoutMs = 10_000
const waitMs = 10_000

/** Opens what quotes run in. */
export function openSwapServices(named: NamedAggregators): SwapServices {
  return {
    ...named,
    quotes: openFairQueue({
      concurrency,
      perTenant: maxWaiting,
      maxRunning,
      timeoutMs,
      waitMs,
      busy: () => new QuotesBusyError({ all: concurrency, own: maxRunning, waiting: maxWaiting }),
      late: () => new QuoteTimeoutError(timeoutMs),
    }),
  }
}

/** As many quotes of the tenant wait as may, or one waited too long. */
export class QuotesBusyError extends BaseError {
  override readonly code = 'quotes_busy'
  override readonly kind = 'overload'

  constructor(most: { readonly all: number; readonly own: number; readonly waiting: number }) {
    super({
      message: `Too many quotes are running or waiting: at most ${most.own} of yours and ${most.all} in total run at once, and ${most.waiting} of yours wait for up to 10 s. Ask again later.`,
      facts: most,
      retryable: true,
    })
  }
}

/** A quote takes longer than its time limit. */
export class QuoteTimeoutError extends BaseError {
  override readonly code = 'quote_timeout'
  override readonly kind = 'timeout'

  constructor(limitMs: number) {
    super({
      message: `The quote did not end within ${limitMs} ms. Ask again, or name fewer venues.`,
      facts: { timeoutMs: limitMs },
      retryable: true,
    })
  }
}
