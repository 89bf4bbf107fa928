import { BaseError, type Facts } from '@vaultwright/base'

/** The program was called in a way that it does not have. */
export class UsageError extends BaseError {
  override readonly code = 'usage'

  constructor(message: string, facts: Facts = {}) {
    super({ message, facts })
  }
}
