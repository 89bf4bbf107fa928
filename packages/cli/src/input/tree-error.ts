import { BaseError, type ErrorKind } from '@vaultwright/base'

/** Reads, and puts the name of the file before the reason when that fails. */
export function naming<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof BaseError ? new TreeInputError(path, error) : error
  }
}

export class TreeInputError extends BaseError {
  override readonly code: string
  override readonly kind: ErrorKind

  constructor(path: string, reason: BaseError) {
    const name = path === '-' ? 'standard input' : path
    super({
      message: `${name}: ${reason.shortMessage}`,
      facts: { file: path, ...reason.facts },
      cause: reason,
    })
    this.code = reason.code
    this.kind = reason.kind
  }
}
