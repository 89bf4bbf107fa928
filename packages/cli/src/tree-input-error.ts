import { BaseError } from '@vaultwright/base'

/**
 * Reads, and puts the name of the file before the reason when that fails.
 *
 * @throws {TreeInputError} in place of any error of ours.
 */
export function naming<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof BaseError ? new TreeInputError(path, error) : error
  }
}

/** A file is no tree file, or an unsound one. It keeps the code of the reason. */
export class TreeInputError extends BaseError {
  override readonly code: string

  constructor(path: string, reason: BaseError) {
    const name = path === '-' ? 'standard input' : path
    super({
      message: `${name}: ${reason.shortMessage}`,
      facts: { file: path, ...reason.facts },
      cause: reason,
    })
    this.code = reason.code
  }
}
