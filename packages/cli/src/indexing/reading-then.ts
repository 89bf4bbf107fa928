import { createHash } from 'node:crypto'
import type { RawReading } from '@vaultwright/indexer'
import type { DayRange, Store, StoredReading, VaultPlace } from '@vaultwright/store'
import { standingAt } from './standing.ts'

/** Which readings, and as of when; null is now. */
export type ReadingQuery = {
  readonly tenantId: string
  readonly range: DayRange
  readonly asOfUnix: bigint | null
}

/**
 * Reads what was known of the days of a vault at a moment.
 *
 * @param store - the database.
 * @param place - the vault on a chain.
 * @param query - days and moment.
 * @returns the readings, oldest first; a day that was not read by then is left out.
 */
export async function readingsThen(
  store: Store,
  place: VaultPlace,
  { tenantId, range, asOfUnix }: ReadingQuery,
): Promise<readonly StoredReading[]> {
  const limit = 32
  const { items } = await store.readings.page(
    tenantId,
    { ...place, ...range },
    { after: null, limit },
  )
  if (asOfUnix === null) return items
  const then = await Promise.all(
    items.map(async (now): Promise<readonly StoredReading[]> => {
      const all = await store.revisions.list(tenantId, { ...place, day: now.day })
      const own = all.filter(({ kind }) => kind === 'reading')
      const standing = standingAt(own, { sinceUnix: now.readAtUnix }, asOfUnix)
      if (standing.kind === 'nothing') return []
      if (standing.kind === 'now') return [now]
      return [revivedOf(now, standing.revision.body)]
    }),
  )
  return then.flat()
}

/** A revision keeps the body of a reading; the body says the rest. */
function revivedOf(now: StoredReading, body: string): StoredReading {
  const { plan } = JSON.parse(body) as RawReading
  return {
    ...now,
    body,
    digest: createHash('sha256').update(body).digest('hex').slice(0, 16),
    blockNumber: BigInt(plan.block.number),
    blockHash: plan.block.hash,
    atUnix: BigInt(plan.block.atUnix),
  }
}
