/**
 * Makes work that is done once for each object.
 *
 * @param work - total: the same object gives the same value.
 * @returns the same work; its value is kept as long as the object itself, so that no limit is needed.
 */
export function memoize<Given extends object, Value extends object>(
  work: (given: Given) => Value,
): (given: Given) => Value {
  const values = new WeakMap<Given, Value>()
  return (given) => {
    const cached = values.get(given)
    if (cached !== undefined) return cached
    const value = work(given)
    values.set(given, value)
    return value
  }
}
