import { sizeOf } from './value-size.ts'

/** Values that are kept under their names; the least recently used go first. */
export type LruCache = {
  /**
   * Gives what is kept under a name, or makes it.
   *
   * @param name - unique for what is kept.
   * @param make - makes it; a failure is not kept, nor null, for what is not there may come.
   * @param mayStay - asked once it is made: on no it is given, and not kept.
   */
  readonly of: <Value>(
    name: string,
    make: () => Promise<Value>,
    mayStay?: () => boolean,
  ) => Promise<Value>
  readonly has: (name: string) => boolean
  readonly clear: () => void
}

/** How much is kept. */
export type LruLimits = {
  readonly maxEntries: number
  /** Of texts and bytes, as `weightOf` counts them. */
  readonly maxBytes: number
}

/** Gives each owner a place to keep values, which goes with it. */
export function lruCachePerOwner(limit: LruLimits): (owner: object) => LruCache {
  const all = new WeakMap<object, LruCache>()
  return (owner) => {
    const known = all.get(owner)
    if (known !== undefined) return known
    const cache = openLruCache(limit)
    all.set(owner, cache)
    return cache
  }
}

type LruEntry = { readonly value: Promise<unknown>; bytes: number }

/** Opens a place to keep values. */
export function openLruCache(limit: LruLimits): LruCache {
  const entries = new Map<string, LruEntry>()
  let bytes = 0
  const drop = (name: string): void => {
    bytes -= entries.get(name)?.bytes ?? 0
    entries.delete(name)
  }
  const shrink = (): void => {
    for (const name of entries.keys()) {
      if (entries.size <= limit.maxEntries && bytes <= limit.maxBytes) return
      drop(name)
    }
  }
  const settle = (name: string, entry: LruEntry, value: unknown): void => {
    entry.bytes = sizeOf(value)
    bytes += entry.bytes
    // One that fills the place of many is not worth them.
    if (entry.bytes > limit.maxBytes / 4) drop(name)
    shrink()
  }
  const of: LruCache['of'] = (name, make, mayStay = () => true) => {
    const known = entries.get(name)
    if (known !== undefined) {
      // The order of a map is that of insertion: what was used last stands last.
      entries.delete(name)
      entries.set(name, known)
      return known.value as ReturnType<typeof make>
    }
    const value = make()
    const entry: LruEntry = { value, bytes: 0 }
    entries.set(name, entry)
    const isThere = () => entries.get(name) === entry
    value.then(
      (made) => {
        if (!isThere()) return
        if (made === null || !mayStay()) drop(name)
        else settle(name, entry, made)
      },
      () => {
        if (isThere()) drop(name)
      },
    )
    shrink()
    return value
  }
  const clear = (): void => {
    entries.clear()
    bytes = 0
  }
  return { of, has: (name) => entries.has(name), clear }
}

const memos = new WeakMap<object, Map<string, unknown>>()

/** Works something out of a value that does not change, once. */
export function memoize<Value>(owner: object, name: string, make: () => Value): Value {
  const known = memos.get(owner) ?? new Map<string, unknown>()
  memos.set(owner, known)
  if (!known.has(name)) known.set(name, make())
  return known.get(name) as Value
}

/** Works something out of a value that does not change, once; what fails is worked out again. */
export function workedOut<Value>(
  owner: object,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  return memoize(owner, name, () => {
    const value = make()
    value.catch(() => memos.get(owner)?.delete(name))
    return value
  })
}
