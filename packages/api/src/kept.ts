/** Values that do not change under their name; the least recently used go first. */
export type Kept = {
  /**
   * Gives what is kept under a name, or makes it.
   *
   * @param name - says everything that the value is made of.
   * @param make - makes it; a failure is not kept.
   */
  readonly of: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
}

/** A prepared tree of 1,024 leaves takes a few megabytes. */
const most = 100

const all = new WeakMap<object, Kept>()

/**
 * Gives the values that are kept with something, as long as it is there.
 *
 * @param owner - such as a store.
 * @returns its kept values.
 */
export function keptOf(owner: object): Kept {
  const known = all.get(owner)
  if (known !== undefined) return known
  const kept = openKept(most)
  all.set(owner, kept)
  return kept
}

/**
 * Opens a place to keep values.
 *
 * @param limit - how many at most.
 * @returns the place.
 */
export function openKept(limit: number): Kept {
  const values = new Map<string, Promise<unknown>>()
  return {
    of: <Value>(name: string, make: () => Promise<Value>) => {
      const known = values.get(name)
      if (known !== undefined) {
        // The order of a map is that of insertion: what was used last stands last.
        values.delete(name)
        values.set(name, known)
        return known as Promise<Value>
      }
      const made = make()
      values.set(name, made)
      made.catch(() => {
        if (values.get(name) === made) values.delete(name)
      })
      const [oldest] = values.keys()
      if (values.size > limit && oldest !== undefined) values.delete(oldest)
      return made
    },
  }
}

const notes = new WeakMap<object, Map<string, unknown>>()

/**
 * Works something out of a value that does not change, once.
 *
 * @param owner - the value.
 * @param name - of what is worked out.
 * @param make - works it out.
 * @returns the same each time.
 */
export function onceFor<Value>(owner: object, name: string, make: () => Value): Value {
  const known = notes.get(owner) ?? new Map<string, unknown>()
  notes.set(owner, known)
  if (!known.has(name)) known.set(name, make())
  return known.get(name) as Value
}
