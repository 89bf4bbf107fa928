/** A map that drops the least recently used entries once it holds more than its limits. */
export type LruMap<Key, Value> = {
  /** The value, which counts as used now; undefined if there is none. */
  readonly get: (key: Key) => Value | undefined
  /** True if a key is in the map; does not count as use. */
  readonly has: (key: Key) => boolean
  /** Puts a value in. It stays whatever its weight, until the next one comes. */
  readonly set: (key: Key, value: Value, weight?: number) => void
  readonly delete: (key: Key) => void
  readonly clear: () => void
}

/** The limits of a map. */
export type LruLimits = {
  /** At least 1. */
  readonly maxEntries?: number
  /** Sum of the entries' weights, in the caller's unit · an entry without one weighs 0. */
  readonly maxWeight?: number
}

/** An entry between those that were used just before and just after it. */
type LruEntry<Key, Value> = {
  readonly key: Key
  value: Value
  weight: number
  older: LruEntry<Key, Value> | null
  newer: LruEntry<Key, Value> | null
}

/** Opens an empty map. */
export function openLruMap<Key, Value>(limits: LruLimits): LruMap<Key, Value> {
  const { maxEntries = Number.POSITIVE_INFINITY, maxWeight = Number.POSITIVE_INFINITY } = limits
  const entries = new Map<Key, LruEntry<Key, Value>>()
  // The order of use is a chain beside the map: putting an entry last in the map itself costs twice as much as
  // looking it up, and a new table now and then.
  let oldest: LruEntry<Key, Value> | null = null
  let newest: LruEntry<Key, Value> | null = null
  let total = 0
  const unlink = (entry: LruEntry<Key, Value>): void => {
    const { older, newer } = entry
    if (older === null) oldest = newer
    else older.newer = newer
    if (newer === null) newest = older
    else newer.older = older
  }
  const link = (entry: LruEntry<Key, Value>): void => {
    entry.older = newest
    entry.newer = null
    if (newest === null) oldest = entry
    else newest.newer = entry
    newest = entry
  }
  const use = (entry: LruEntry<Key, Value>): void => {
    if (entry === newest) return
    unlink(entry)
    link(entry)
  }
  const remove = (entry: LruEntry<Key, Value>): void => {
    total -= entry.weight
    entries.delete(entry.key)
    unlink(entry)
  }
  const isOver = (): boolean => entries.size > 1 && (entries.size > maxEntries || total > maxWeight)
  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      use(entry)
      return entry.value
    },
    has: (key) => entries.has(key),
    set: (key, value, weight = 0) => {
      const present = entries.get(key)
      if (present === undefined) {
        const entry: LruEntry<Key, Value> = { key, value, weight, older: null, newer: null }
        entries.set(key, entry)
        link(entry)
      } else {
        total -= present.weight
        present.value = value
        present.weight = weight
        use(present)
      }
      total += weight
      while (oldest !== null && isOver()) remove(oldest)
    },
    delete: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined) remove(entry)
    },
    clear: () => {
      entries.clear()
      oldest = null
      newest = null
      total = 0
    },
  }
}
