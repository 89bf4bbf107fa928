import type { ReadingMark } from '../reading.ts'
import type { VaultPlace } from '../vault.ts'
import { kindTables } from './derived-kind.ts'
import { keepRevisions, keptOn } from './derived-settle.ts'
import type { Engine, Queries } from './engine.ts'
import { assertPlace, lockVault } from './place.ts'

/** A reading that goes, and why. */
export type Withdrawal = {
  readonly tenantId: string
  readonly mark: VaultPlace & Pick<ReadingMark, 'day' | 'digest' | 'blockHash'>
  readonly reason: string
}

/**
 * Takes a day back: its reading and its values become revisions.
 *
 * @param db - a transaction.
 * @param engine - whose.
 * @param withdrawal - the reading that is meant.
 * @returns rows that went; 0 when another reading, or none, is there.
 * @throws {VaultNotFoundError}
 */
export async function withdrawDay(
  db: Queries,
  engine: Engine,
  { tenantId, mark, reason }: Withdrawal,
): Promise<number> {
  const { day, digest, blockHash } = mark
  // Whoever computes values of the vault, or puts a reading of it, comes before or after.
  await lockVault(db, engine, { tenantId, place: mark })
  const place = await assertPlace(db, engine, { tenantId, place: mark, lock: 'update' })
  const at = { ...place, day }
  const reading = await db
    .selectFrom('reading')
    .select(['revision', 'read_at_unix', 'body'])
    .where((on) => on.and({ ...at, digest, block_hash: blockHash }))
    .executeTakeFirst()
  if (reading === undefined) return 0
  const nowUnix = engine.nowUnix()
  await db
    .insertInto('revision')
    .values({
      ...{ ...at, kind: 'reading', number: reading.revision, since_unix: reading.read_at_unix },
      ...{ until_unix: nowUnix, reason, body: reading.body, receipt: null },
    })
    .execute()
  let rows = 1
  for (const of of kindTables) {
    const kept = [...(await keptOn(db, place, { of, days: [day] })).values()]
    if (kept.length === 0) continue
    await keepRevisions(db, engine, { place, reason, nowUnix, of, revised: kept })
    rows += kept.length
    await db
      .deleteFrom(of.table)
      .where((on) => on.and(at))
      .execute()
  }
  await db
    .deleteFrom('reading')
    .where((on) => on.and(at))
    .execute()
  return rows
}
