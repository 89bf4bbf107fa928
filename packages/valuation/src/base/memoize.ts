/**
 * Makes work that is done once for each thing: days are looked at by several values, and by those of the
 * days after them.
 *
 * @returns the same work; what it gives is kept for as long as the thing is.
 */
export function memoize<Given extends object, Value extends object>(
  work: (given: Given) => Value,
): (given: Given) => Value {
  const known = new WeakMap<Given, Value>()
  return (given) => {
    const found = known.get(given)
    if (found !== undefined) return found
    const made = work(given)
    known.set(given, made)
    return made
  }
}
