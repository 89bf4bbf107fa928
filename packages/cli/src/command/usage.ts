import { BaseError, type Facts } from '@vaultwright/base'

/** Refuses a command line without an option that the command needs. */
export function assertGiven<Text extends string>(value: Text | undefined, name: string): Text {
  if (value !== undefined) return value
  throw new UsageError(`--${name} is missing. Give it; --help describes it.`, {
    option: name,
  })
}

export class UsageError extends BaseError {
  override readonly code = 'usage'
  override readonly kind = 'invalid_input'

  constructor(message: string, facts: Facts = {}) {
    super({ message, facts })
  }
}
