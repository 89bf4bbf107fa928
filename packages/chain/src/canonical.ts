/**
 * Prints a JSON value so that equal values are equal texts: keys in order, no spaces.
 *
 * @param value - a JSON value; bigints are printed as decimal texts.
 * @returns JSON text.
 */
export function printCanonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(
      Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
    )
  })
}
