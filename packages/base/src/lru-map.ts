/** A map that drops the least recently used entries once it holds more than its limits. */
export type LruMap<Key, Value> = {
  /** The value, which counts as used now; undefined if there is none. */
  readonly get: (key: Key) => Value | undefined
  /** Whether a key is in the map; does not count as use. */
  readonly has: (key: Key) => boolean
  /** Puts a value in. It stays whatever its weight, until the next one comes. */
  readonly set: (key: Key, value: Value, weight?: number) => void
  readonly delete: (key: Key) => void
  readonly clear: () => void
}

/** How much a map holds at most. */
export type LruLimits = {
  /** At least 1. */
  readonly maxEntries?: number
  /** Sum of the entries' weights, in the caller's unit · an entry without one weighs 0. */
  readonly maxWeight?: number
}

/** Opens an empty map. */
export function openLruMap<Key, Value>(limits: LruLimits): LruMap<Key, Value> {
  const { maxEntries = Number.POSITIVE_INFINITY, maxWeight = Number.POSITIVE_INFINITY } = limits
  // The order of a Map is that of insertion: the least recently used entry stands first.
  const entries = new Map<Key, { readonly value: Value; readonly weight: number }>()
  let total = 0
  const remove = (key: Key): void => {
    total -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    has: (key) => entries.has(key),
    set: (key, value, weight = 0) => {
      remove(key)
      entries.set(key, { value, weight })
      total += weight
      for (const oldest of entries.keys()) {
        if ((entries.size <= maxEntries && total <= maxWeight) || entries.size === 1) return
        remove(oldest)
      }
    },
    delete: remove,
    clear: () => {
      entries.clear()
      total = 0
    },
  }
}
