import { openLruMap } from '@vaultwright/base'
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
export type CacheLimits = {
  readonly maxEntries: number
  /** Of texts and bytes, as `weightOf` counts them. */
  readonly maxBytes: number
}

/** Gives each owner a place to keep values, which goes with it. */
export function lruCachePerOwner(limit: CacheLimits): (owner: object) => LruCache {
  const all = new WeakMap<object, LruCache>()
  return (owner) => {
    const known = all.get(owner)
    if (known !== undefined) return known
    const cache = openLruCache(limit)
    all.set(owner, cache)
    return cache
  }
}

/** Opens a place to keep values. */
export function openLruCache({ maxEntries, maxBytes }: CacheLimits): LruCache {
  const entries = openLruMap<string, Promise<unknown>>({ maxEntries, maxWeight: maxBytes })
  const of: LruCache['of'] = (name, make, mayStay = () => true) => {
    const known = entries.get(name)
    if (known !== undefined) return known as ReturnType<typeof make>
    const value = make()
    entries.set(name, value)
    const isThere = () => entries.get(name) === value
    value.then(
      (made) => {
        if (!isThere()) return
        const bytes = sizeOf(made)
        // One that fills the place of many is not worth them.
        if (made === null || !mayStay() || bytes > maxBytes / 4) entries.delete(name)
        else entries.set(name, value, bytes)
      },
      () => {
        if (isThere()) entries.delete(name)
      },
    )
    return value
  }
  return { of, has: entries.has, clear: entries.clear }
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
