/** A call without the values of its arguments, and which field of its answer counts. */
type FactCall = {
  /** With types of arguments: `readTokens()`. */
  readonly signature: string
  /** Name of the field; null for the first. */
  readonly field: string | null
}

/**
 * The number of items of a list that are read, one by one from 0 on. One that answers to all of
 * them may have more, and half a list is none: it is not known.
 */
export const longestList = 16

/**
 * Takes a call apart that names the field of its answer, as facts and quotes may.
 *
 * @param call - `asset()` · `readTokens().pt`.
 */
export function parseFactCall(call: string): FactCall {
  const index = call.lastIndexOf(').')
  if (index < 0) return { signature: call, field: null }
  return { signature: call.slice(0, index + 1), field: call.slice(index + 2) }
}
