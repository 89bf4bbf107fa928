import type { NamedAggregators } from '@vaultwright/aggregator'
import { BaseError } from '@vaultwright/base'
import { type FairQueue, openFairQueue } from '../limit/fair-queue.ts'

/** The services of swaps beside the store and the chains. */
export type SwapServices = NamedAggregators & {
  /** Runs quotes: so many at once, and none of them waits. */
  readonly quotes: FairQueue
}

/** Without any third party. */
export const noAggregators: NamedAggregators = { aggregators: [], orderBookOf: () => null }

/** One quote is tens of simulations. */
const concurrency = 4
/** Of one tenant: others still get in. */
const maxRunning = 3
const timeoutMs = 10_000

/** Opens what quotes run in. */
export function openSwapServices(named: NamedAggregators): SwapServices {
  return {
    ...named,
    quotes: openFairQueue({
      concurrency,
      perTenant: 0,
      maxRunning,
      timeoutMs,
      busy: () => new QuotesBusyError({ all: concurrency, own: maxRunning }),
      late: () => new QuoteTimeoutError(timeoutMs),
    }),
  }
}

/** Too many quotes are running, of all tenants or of this one. */
export class QuotesBusyError extends BaseError {
  override readonly code = 'quotes_busy'
  override readonly kind = 'overload'

  constructor(most: { readonly all: number; readonly own: number }) {
    super({
      message: `Too many quotes are running: ${most.own} of yours, ${most.all} in total. Ask again later.`,
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
