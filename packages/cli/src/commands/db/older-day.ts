import { openStore } from '@vaultwright/store'
import { olderFormulas } from '@vaultwright/valuation'

/** Counts the days with values that an older formula computed, in a database that has every migration. */
export async function countOlderDays(url: string): Promise<number> {
  const store = await openStore(url)
  try {
    return await store.derived.olderDays(olderFormulas)
  } finally {
    await store.close()
  }
}
