import { createHash } from 'node:crypto'
import type { RawReading } from '@vaultwright/indexer'
import type { DayRange, Revision, Store, StoredReading, VaultRef } from '@vaultwright/store'
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
 * @returns the readings, oldest first; a day that was not read by then, or was withdrawn, is left out.
 */
export async function readingsThen(
  store: Store,
  place: VaultRef,
  { tenantId, range, asOfUnix }: ReadingQuery,
): Promise<readonly StoredReading[]> {
  const limit = 32
  const { items } = await store.readings.page(
    tenantId,
    { ...place, ...range },
    { after: null, limit },
  )
  if (asOfUnix === null) return items
  const kept = new Map(items.map((reading) => [reading.day, reading]))
  const revised = (await store.revisions.days(tenantId, place)).map(({ day }) => day)
  const withdrawn = revised.filter((day) => day >= range.from && day <= range.to && !kept.has(day))
  const then = await Promise.all(
    [...kept.keys(), ...withdrawn].sort().map(async (day): Promise<readonly StoredReading[]> => {
      const all = await store.revisions.list(tenantId, { ...place, day })
      const own = all.filter(({ kind }) => kind === 'reading')
      const now = kept.get(day)
      const since = now === undefined ? null : { sinceUnix: now.readAtUnix }
      const standing = standingAt(own, since, asOfUnix)
      if (standing.kind === 'nothing') return []
      if (standing.kind === 'now') return now === undefined ? [] : [now]
      return [revivedOf(standing.revision)]
    }),
  )
  return then.flat()
}

/** A revision keeps the body of a reading; the body says the rest. */
function revivedOf({ chain, vault, day, number, sinceUnix, body }: Revision): StoredReading {
  const { plan } = JSON.parse(body) as RawReading
  return {
    ...{ chain, vault, day, body, revision: number, readAtUnix: sinceUnix ?? 0n },
    digest: createHash('sha256').update(body).digest('hex').slice(0, 16),
    blockNumber: BigInt(plan.block.number),
    blockHash: plan.block.hash,
    atUnix: BigInt(plan.block.atUnix),
  }
}
