import { BaseError } from '@vaultwright/base'

/** There is more to do than can be done in time. */
export class OverloadError extends BaseError {
  override readonly code = 'overloaded'
  override readonly kind = 'overload'

  constructor() {
    super({ message: 'The service is busy. Ask again later.', retryable: true })
  }
}
