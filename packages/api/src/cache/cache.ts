import type { Store } from '@vaultwright/store'
import { type CacheLimits, openLruCache } from './lru-cache.ts'

/** Values that are kept from one request to the next while nothing in the store changes. */
export type Cache = {
  /**
   * Gives what is kept under a name, or makes it. What is made is kept until any process writes to the
   * store; where that cannot be told without asking, nothing is kept.
   *
   * @param name - unique for what is kept; begins with the tenant's id.
   * @param make - makes it.
   * @returns the value; neither a failure nor null is kept.
   */
  readonly of: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
}

/** Opens a cache over a store. */
export function openCache(
  store: Pick<Store, 'revision'>,
  limit: CacheLimits,
  count: (isHit: boolean) => void = () => {},
): Cache {
  const cached = openLruCache(limit)
  let revision: string | null = null
  return {
    of: (name, make) => {
      const now = store.revision()
      if (now === null || now !== revision) cached.clear()
      revision = now
      if (now === null) return make()
      count(cached.has(name))
      // Made from reads before and after a write, a value is true of no state of the store.
      return cached.of(name, make, () => store.revision() === now)
    },
  }
}
