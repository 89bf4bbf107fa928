import { memoize, openLruMap } from '@vaultwright/base'

/** Values that are kept under their names; the least recently used go first. */
export type LruCache = {
  /**
   * Gives what is kept under a name, or makes it.
   *
   * @param name - unique for what is kept.
   * @param make - makes it; a failure is not kept, nor null, for what is not there may come.
   */
  readonly of: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
}

/** The limits of a cache. */
export type CacheLimits = {
  readonly maxEntries: number
  /** Of texts and bytes, as `weightOf` counts them. */
  readonly maxBytes: number
}

/** The maximum number of parts that are measured; more are taken to go on like that. */
const maxParts = 50_000

/** The size of a part beside its text: a reference, a header. */
const partBytes = 32

/**
 * Gives each owner its own cache.
 *
 * A process may have several stores: the cache of one must not answer for another, and goes with it.
 */
export function lruCachePerOwner(limit: CacheLimits): (owner: object) => LruCache {
  return memoize(() => openLruCache(limit))
}

/** Opens a place to keep values. */
export function openLruCache({ maxEntries, maxBytes }: CacheLimits): LruCache {
  const entries = openLruMap<string, Promise<unknown>>({ maxEntries, maxWeight: maxBytes })
  const of: LruCache['of'] = (name, make) => {
    const cached = entries.get(name)
    if (cached !== undefined) return cached as ReturnType<typeof make>
    const value = make()
    entries.set(name, value)
    const isThere = () => entries.get(name) === value
    value.then(
      (made) => {
        if (!isThere()) return
        const bytes = sizeOf(made)
        // One that fills the place of many is not worth them.
        if (made === null || bytes > maxBytes / 4) entries.delete(name)
        else entries.set(name, value, bytes)
      },
      () => {
        if (isThere()) entries.delete(name)
      },
    )
    return value
  }
  return { of }
}

const derivedOf = memoize((_owner: object) => new Map<string, unknown>())

/** Computes something of a value that does not change once; it goes with the value. */
export function computeOnce<Value>(owner: object, name: string, make: () => Value): Value {
  const derived = derivedOf(owner)
  const cached = derived.get(name)
  if (cached !== undefined || derived.has(name)) return cached as Value
  const value = make()
  derived.set(name, value)
  return value
}

/** Tells whether something of a value is computed. */
export function isComputed(owner: object, name: string): boolean {
  return derivedOf(owner).has(name)
}

/** As `computeOnce`, for a promise; one that fails is not kept. */
export function computeOnceAsync<Value>(
  owner: object,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  return computeOnce(owner, name, () => {
    const value = make()
    value.catch(() => derivedOf(owner).delete(name))
    return value
  })
}

/**
 * Guesses how many bytes a value takes in memory.
 *
 * @returns bytes · texts by their length, bytes by theirs, all else by the number of its parts.
 */
export function sizeOf(value: unknown): number {
  const waiting: unknown[] = [value]
  const objects = new Set<object>()
  let bytes = 0
  let parts = 0
  while (waiting.length > 0) {
    const part = waiting.pop()
    bytes += partBytes
    parts++
    if (typeof part === 'string') bytes += 2 * part.length
    if (typeof part !== 'object' || part === null || objects.has(part)) continue
    if (ArrayBuffer.isView(part)) {
      bytes += part.byteLength
      continue
    }
    objects.add(part)
    const inner = insideOf(part)
    if (parts + waiting.length + inner.length > maxParts) {
      // What is not looked at is weighed like what was.
      return Math.ceil((bytes / parts) * (parts + waiting.length + inner.length))
    }
    for (const part of inner) waiting.push(part)
  }
  return bytes
}

function insideOf(part: object): readonly unknown[] {
  if (Array.isArray(part)) return part
  if (part instanceof Map) return [...part].flat()
  if (part instanceof Set) return [...part]
  return Object.values(part)
}
