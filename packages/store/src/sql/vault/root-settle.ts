import type { Queries } from '../table/engine.ts'
import type { RootEventRow, VaultKeyColumns } from '../table/table.ts'

type Holder = VaultKeyColumns & { readonly strategist: string }

const zeroRoot = `0x${'0'.repeat(64)}`

/**
 * Writes an event down and makes the strategist's roots what the events say, whatever their order.
 *
 * What stands at the same block and log index is replaced: after a reorganisation the later report is right.
 */
export async function settleRoots(db: Queries, given: RootEventRow): Promise<void> {
  const before = await eventAt(db, given)
  const event = before === undefined ? given : joinEvents(before, given)
  await db
    .insertInto('root_event')
    .values(event)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'block', 'log_index']).doUpdateSet(event),
    )
    .execute()
  await settleChanged(db, before === undefined ? [event] : [before, event])
}

/** Makes the roots that events name what the events that are there say. */
export async function settleChanged(db: Queries, changed: readonly RootEventRow[]): Promise<void> {
  const roots = new Map(changed.map((one) => [`${one.strategist} ${one.root}`, one]))
  const holders = new Map(changed.map((one) => [one.strategist, one]))
  // First which roots are on chain, then which are active: only one that is on chain may be.
  for (const root of roots.values()) await settleRoot(db, root)
  for (const holder of holders.values()) await settleActive(db, holder)
}

/** @returns the given event, completed with what was known of it before: a later report may say less. */
export function joinEvents(before: RootEventRow, given: RootEventRow): RootEventRow {
  if (before.strategist !== given.strategist || before.root !== given.root) return given
  return {
    ...given,
    at_unix: given.at_unix ?? before.at_unix,
    tx_hash: given.tx_hash ?? before.tx_hash,
  }
}

/** Makes a root's row what the last event of it says; without one, what was pushed is pending and the rest goes. */
async function settleRoot(db: Queries, of: Holder & { readonly root: string }): Promise<void> {
  if (of.root === zeroRoot) return
  const last = await eventsOf(db, of).where('root', '=', of.root).executeTakeFirst()
  if (last === undefined) return forgetEvents(db, of)
  const { at_unix: set_at_unix, block: set_block, tx_hash: set_tx_hash } = last
  const columns = { is_onchain: 1n, is_active: 0n, set_at_unix, set_block, set_tx_hash }
  await db
    .insertInto('root')
    .values({ ...holderOf(of), root: of.root, is_pushed: 0n, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'strategist', 'root']).doUpdateSet(columns),
    )
    .execute()
}

async function forgetEvents(db: Queries, of: Holder & { readonly root: string }): Promise<void> {
  await db
    .deleteFrom('root')
    .where((on) => on.and(holderOf(of)))
    .where('root', '=', of.root)
    .where('is_pushed', '=', 0n)
    .execute()
  await rootsOf(db, of)
    .where('root', '=', of.root)
    .set({ is_onchain: 0n, is_active: 0n, set_at_unix: null, set_block: null, set_tx_hash: null })
    .execute()
}

/** Makes the root of the strategist's last event the active one, and no other. */
async function settleActive(db: Queries, of: Holder): Promise<void> {
  const last = await eventsOf(db, of).executeTakeFirst()
  await rootsOf(db, of).set({ is_active: 0n }).where('is_active', '=', 1n).execute()
  if (last === undefined) return
  await rootsOf(db, of).set({ is_active: 1n }).where('root', '=', last.root).execute()
}

function rootsOf(db: Queries, of: Holder) {
  return db.updateTable('root').where((on) => on.and(holderOf(of)))
}

function eventsOf(db: Queries, of: Holder) {
  return db
    .selectFrom('root_event')
    .selectAll()
    .where((on) => on.and(holderOf(of)))
    .orderBy('block', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1n)
}

/** The holder of roots: of a wider row, these columns alone. */
function holderOf({ tenant_id, vault, chain, strategist }: Holder): Holder {
  return { tenant_id, vault, chain, strategist }
}

function eventAt(db: Queries, at: RootEventRow): Promise<RootEventRow | undefined> {
  const { tenant_id, vault, chain, block, log_index } = at
  return db
    .selectFrom('root_event')
    .selectAll()
    .where((on) => on.and({ tenant_id, vault, chain, block, log_index }))
    .executeTakeFirst()
}
