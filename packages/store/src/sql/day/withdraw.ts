import type { ReadingMark } from '../../record/reading.ts'
import type { VaultRef } from '../../record/vault.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { assertDeployment, lockVault } from '../table/vault-ref.ts'
import { kindTables } from './derived-kind.ts'
import { keepRevisions, storedOn } from './derived-settle.ts'

/** A reading that goes, and why. */
export type DayWithdrawal = {
  readonly tenantId: string
  readonly mark: VaultRef & Pick<ReadingMark, 'day' | 'digest' | 'blockHash'>
  readonly reason: string
}

/**
 * Takes a day back: its reading and its values become revisions.
 *
 * @throws {VaultNotFoundError}
 */
export async function withdrawDay(
  db: Queries,
  engine: StoreEngine,
  { tenantId, mark, reason }: DayWithdrawal,
): Promise<number> {
  const { day, digest, blockHash } = mark
  // Other computations of the vault, and new readings of it, come before or after.
  await lockVault(db, engine, { tenantId, vaultRef: mark })
  const vaultKey = await assertDeployment(db, engine, { tenantId, vaultRef: mark, lock: 'update' })
  const at = { ...vaultKey, day }
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
      ...at,
      kind: 'reading',
      number: reading.revision,
      since_unix: reading.read_at_unix,
      until_unix: nowUnix,
      reason,
      body: reading.body,
      receipt: null,
    })
    .execute()
  let rows = 1
  for (const of of kindTables) {
    const kept = [...(await storedOn(db, vaultKey, { of, days: [day] })).values()]
    if (kept.length === 0) continue
    await keepRevisions(db, engine, { vaultKey, reason, nowUnix, of, revised: kept })
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
