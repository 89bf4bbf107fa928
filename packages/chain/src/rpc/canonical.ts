import { BaseError } from '@vaultwright/base'

/**
 * Prints a JSON value so that equal values are equal texts: keys in order, no spaces.
 *
 * @param value - a JSON value; bigints are printed as decimal texts.
 * @throws {DeepAnswerError} when it nests deeper than can be printed.
 */
export function printCanonical(value: unknown): string {
  try {
    return JSON.stringify(value, withSortedKeys)
  } catch (error) {
    if (error instanceof RangeError) throw new DeepAnswerError()
    throw error
  }
}

function withSortedKeys(_: string, inner: unknown): unknown {
  if (typeof inner === 'bigint') return inner.toString()
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
  return Object.fromEntries(
    Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
  )
}

/** A node's answer nests so deep that it cannot be compared or recorded. */
class DeepAnswerError extends BaseError {
  override readonly code = 'rpc_answer_too_deep'
  override readonly kind = 'unavailable'

  constructor() {
    super({
      message: `The node's answer nests too deep to be compared or recorded. Use another endpoint.`,
    })
  }
}
