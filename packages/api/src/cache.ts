import type { Store } from '@vaultwright/store'
import { weightOf } from './weight.ts'

/** Values that are kept from one request to the next while nothing in the store changes. */
export type Cache = {
  /**
   * Gives what is kept under a name, or makes it. What is made is kept until any process writes to the
   * store; where that cannot be told without asking, nothing is kept.
   *
   * @param name - unique for what is kept; begins with the tenant's id.
   * @param make - makes it.
   * @returns the value; a failure is kept by nobody.
   */
  readonly of: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
}

/** How much is kept. */
export type CacheLimit = {
  readonly maxEntries: number
  /** Of texts and bytes, as `weightOf` counts them. */
  readonly maxBytes: number
}

type Entry = { readonly value: Promise<unknown>; bytes: number }

/**
 * Opens a cache over a store.
 *
 * @param store - only its revision is asked for.
 * @param limit - what was not asked for longest goes first.
 * @param count - told of each question, whether it was answered from what is kept.
 * @returns the cache.
 */
export function openCache(
  store: Pick<Store, 'revision'>,
  limit: CacheLimit,
  count: (isHit: boolean) => void = () => {},
): Cache {
  const kept = new Map<string, Entry>()
  let revision: string | null = null
  let bytes = 0
  const drop = (name: string): void => {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  const clear = (): void => {
    kept.clear()
    bytes = 0
  }
  const shrink = (): void => {
    for (const name of kept.keys()) {
      if (kept.size <= limit.maxEntries && bytes <= limit.maxBytes) return
      drop(name)
    }
  }
  /** Weighs what was made, unless the store has changed since it was begun. */
  const settle = (name: string, entry: Entry, value: unknown): void => {
    if (kept.get(name) !== entry) return
    entry.bytes = weightOf(value)
    bytes += entry.bytes
    // One that fills the place of many is not worth them.
    if (entry.bytes > limit.maxBytes / 4) drop(name)
    shrink()
  }
  const of = <Value>(name: string, make: () => Promise<Value>): Promise<Value> => {
    const now = store.revision()
    if (now === null || now !== revision) clear()
    revision = now
    if (now === null) return make()
    const known = kept.get(name)
    count(known !== undefined)
    if (known !== undefined) {
      kept.delete(name)
      kept.set(name, known)
      return known.value as Promise<Value>
    }
    const value = make()
    const entry: Entry = { value, bytes: 0 }
    kept.set(name, entry)
    value.then(
      (made) => {
        // Made from reads before and after a write: true of no state of the store.
        if (store.revision() !== now && kept.get(name) === entry) drop(name)
        settle(name, entry, made)
      },
      () => {
        if (kept.get(name) === entry) drop(name)
      },
    )
    shrink()
    return value
  }
  return { of }
}
