import { BaseError, type Facts } from '@vaultwright/base'

/**
 * Refuses a command line without an option that the command needs.
 *
 * @throws {UsageError} when there is none.
 */
export function assertGiven<Text extends string>(value: Text | undefined, name: string): Text {
  if (value !== undefined) return value
  throw new UsageError(`--${name} is missing. Give it; --help tells what it takes.`, {
    option: name,
  })
}

/** The program was called in a way that it does not have. */
export class UsageError extends BaseError {
  override readonly code = 'usage'

  constructor(message: string, facts: Facts = {}) {
    super({ message, facts })
  }
}
