/** Limits of the age of an answer. */
export type RevalidateOptions = {
  /** A clock that never goes back, milliseconds. */
  readonly nowMs: () => number
  /** After so many milliseconds the next question has it looked up anew. */
  readonly maxAgeMs: number
}

/**
 * Keeps the last answer to a question that takes long. An answer that is too old is still given while it is
 * looked up anew, once for all who ask; only the first question waits.
 *
 * @param look - looks it up; what it throws is the answer's, and the next question tries again.
 */
export function revalidate<Value>(
  look: () => Promise<Value>,
  { nowMs, maxAgeMs }: RevalidateOptions,
): () => Promise<Value> {
  let last: { readonly value: Value; readonly untilMs: number } | null = null
  let looking: Promise<Value> | null = null
  const lookOnce = async (): Promise<Value> => {
    try {
      const value = await look()
      last = { value, untilMs: nowMs() + maxAgeMs }
      return value
    } finally {
      looking = null
    }
  }
  return async () => {
    if (last !== null && nowMs() < last.untilMs) return last.value
    looking ??= lookOnce()
    if (last === null) return looking
    looking.catch(() => {})
    return last.value
  }
}
