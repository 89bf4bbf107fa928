import { BaseError } from '@vaultwright/base'
import type { LimitVerdict } from './limiter.ts'

/** Makes the error of a try too many. */
export function limitedErrorOf({ resetSeconds }: LimitVerdict): TooManyTriesError {
  return new TooManyTriesError(resetSeconds)
}

/** Something was tried too often within a minute. */
export class TooManyTriesError extends BaseError {
  override readonly code = 'too_many_tries'
  override readonly kind = 'overload'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super({
      message: `Too many tries. Try again in ${retryAfterSeconds} s.`,
      facts: { retryAfterSeconds },
      retryable: true,
    })
    this.retryAfterSeconds = retryAfterSeconds
  }
}
