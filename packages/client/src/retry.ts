import type { OperationName } from '@vaultwright/wire'
import { operations } from '@vaultwright/wire'
import { NetworkError, RequestTimeoutError } from './exchange.ts'
import type { Platform } from './platform.ts'
import { RateLimitedError, ServerError } from './refusal.ts'

/** How often and how long a call is tried again. */
export type RetryOptions = {
  /** Attempts after the first. */
  readonly maxRetries: number
  /** Milliseconds of waiting, all waits of one call together. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

/**
 * Tries until it succeeds, must not be tried again, or patience ends.
 *
 * A wait is drawn from 0 to 250 ms, doubled with each try up to 8 s, and is never shorter than the
 * server asks for: when that is longer than what patience is left, its refusal is thrown at once.
 *
 * @throws what the last try threw, or the signal's reason.
 */
export async function withRetries<Value>(
  operation: OperationName,
  attempt: () => Promise<Value>,
  { retryOptions, platform }: { readonly retryOptions: RetryOptions; readonly platform: Platform },
): Promise<Value> {
  let left = retryOptions.maxWaitMs
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      if (retry >= retryOptions.maxRetries || !canRetry(operation, error)) throw error
      const drawn = platform.random() * Math.min(maxStepMs, firstStepMs * 2 ** retry)
      const waitMs = Math.max(drawn, requestedDelayMs(error))
      if (waitMs > left) throw error
      left -= waitMs
      await platform.sleep(waitMs, retryOptions.signal)
    }
  }
}

const firstStepMs = 250
const maxStepMs = 8000

/** Writes that do no more the second time. A new operation that is not here is not repeated. */
const repeatable: ReadonlySet<OperationName> = new Set([
  'execute',
  'executeMultiple',
  'pushTree',
  'deactivateUser',
  'revokeKey',
])

function canRetry(operation: OperationName, error: unknown): boolean {
  if (error instanceof RateLimitedError) return true
  const isHarmless = operations[operation].method !== 'POST' || repeatable.has(operation)
  if (error instanceof NetworkError) return isHarmless || error.isUnsent
  return isHarmless && (error instanceof ServerError || error instanceof RequestTimeoutError)
}

function requestedDelayMs(error: unknown): number {
  const isAsking = error instanceof RateLimitedError || error instanceof ServerError
  return isAsking ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}
