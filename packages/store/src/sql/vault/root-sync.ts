import type { RootSyncResult } from '../../record/root.ts'
import type { Queries } from '../table/engine.ts'
import type { RootEventRow, VaultKeyColumns } from '../table/table.ts'
import { joinEvents, settleChanged } from './root-settle.ts'

/** Blocks of a deployment, both included. */
export type BlockRange = VaultKeyColumns & { readonly from: bigint; readonly to: bigint }

/** Makes the events of a range those that are given, and the roots what all events say then. */
export async function syncRoots(
  db: Queries,
  range: BlockRange,
  given: readonly RootEventRow[],
): Promise<RootSyncResult> {
  const before = new Map((await eventsIn(db, range)).map((event) => [keyOf(event), event]))
  const after = new Map(given.map((event) => [keyOf(event), withKnown(before, event)]))
  const gone = [...before].flatMap(([key, event]) => (isSame(event, after.get(key)) ? [] : [event]))
  const come = [...after].flatMap(([key, event]) => (isSame(event, before.get(key)) ? [] : [event]))
  const reported = [...after.values()].filter((event) => !isEqual(event, before.get(keyOf(event))))
  for (const event of gone) {
    if (!after.has(keyOf(event))) await removeEvent(db, event)
  }
  for (const event of reported) await writeEvent(db, event)
  await settleChanged(db, [...gone, ...reported])
  await noteRead(db, range)
  return { added: come.length, removed: gone.length }
}

function withKnown(before: ReadonlyMap<string, RootEventRow>, event: RootEventRow): RootEventRow {
  const stored = before.get(keyOf(event))
  return stored === undefined ? event : joinEvents(stored, event)
}

function keyOf({ block, log_index }: RootEventRow): string {
  return `${block}.${log_index}`
}

function isSame(one: RootEventRow, other: RootEventRow | undefined): boolean {
  return one.strategist === other?.strategist && one.root === other.root
}

function isEqual(one: RootEventRow, other: RootEventRow | undefined): boolean {
  return isSame(one, other) && one.at_unix === other?.at_unix && one.tx_hash === other.tx_hash
}

function eventsIn(db: Queries, range: BlockRange): Promise<RootEventRow[]> {
  return db
    .selectFrom('root_event')
    .selectAll()
    .where((on) => on.and(vaultKeyOf(range)))
    .where('block', '>=', range.from)
    .where('block', '<=', range.to)
    .execute()
}

async function removeEvent(db: Queries, event: RootEventRow): Promise<void> {
  const { block, log_index } = event
  await db
    .deleteFrom('root_event')
    .where((on) => on.and({ ...vaultKeyOf(event), block, log_index }))
    .execute()
}

async function writeEvent(db: Queries, event: RootEventRow): Promise<void> {
  await db
    .insertInto('root_event')
    .values(event)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'block', 'log_index']).doUpdateSet(event),
    )
    .execute()
}

/** A range that begins where the last one ended, or before, moves the mark on; one beyond a gap does not. */
async function noteRead(db: Queries, range: BlockRange): Promise<void> {
  await db
    .updateTable('deployment')
    .set({ roots_next_block: range.to + 1n })
    .where((on) => on.and(vaultKeyOf(range)))
    .where((on) =>
      on.or([
        on('roots_next_block', 'is', null),
        on.and([on('roots_next_block', '>=', range.from), on('roots_next_block', '<=', range.to)]),
      ]),
    )
    .execute()
}

/** The key of a deployment: of a wider row, these columns alone. */
function vaultKeyOf({ tenant_id, vault, chain }: VaultKeyColumns): VaultKeyColumns {
  return { tenant_id, vault, chain }
}
