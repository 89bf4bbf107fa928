import type { Queries } from './engine.ts'
import type { PlaceColumns, RootEventRow } from './table.ts'

type Holder = PlaceColumns & { readonly strategist: string }

const zeroRoot = `0x${'0'.repeat(64)}`

/**
 * Writes an event down and makes the strategist's roots what the events say, whatever their order.
 *
 * What stands at the same block and log index is replaced: after a reorganisation the later report is right.
 *
 * @param db - a transaction that has locked the deployment.
 * @param given - the event.
 */
export async function settleRoots(db: Queries, given: RootEventRow): Promise<void> {
  const before = await eventAt(db, given)
  const event = before === undefined ? given : joined(before, given)
  await db
    .insertInto('root_event')
    .values(event)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'block', 'log_index']).doUpdateSet(event),
    )
    .execute()
  if (before !== undefined) {
    await settleRoot(db, before)
    await settleActive(db, before)
  }
  await settleRoot(db, event)
  await settleActive(db, event)
}

/** Makes a root's row what the last event of it says. */
async function settleRoot(db: Queries, of: Holder & { readonly root: string }): Promise<void> {
  if (of.root === zeroRoot) return
  const last = await eventsOf(db, of).where('root', '=', of.root).executeTakeFirst()
  const columns = {
    is_onchain: last === undefined ? 0n : 1n,
    is_active: 0n,
    set_at_unix: last?.at_unix ?? null,
    set_block: last?.block ?? null,
    set_tx_hash: last?.tx_hash ?? null,
  }
  const { tenant_id, vault, chain, strategist, root } = of
  await db
    .insertInto('root')
    .values({ tenant_id, vault, chain, strategist, root, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'vault', 'chain', 'strategist', 'root']).doUpdateSet(columns),
    )
    .execute()
}

/** Makes the root of the strategist's last event the active one, and no other. */
async function settleActive(db: Queries, of: Holder): Promise<void> {
  const last = await eventsOf(db, of).executeTakeFirst()
  const roots = () =>
    db
      .updateTable('root')
      .where('tenant_id', '=', of.tenant_id)
      .where('vault', '=', of.vault)
      .where('chain', '=', of.chain)
      .where('strategist', '=', of.strategist)
  await roots().set({ is_active: 0n }).where('is_active', '=', 1n).execute()
  if (last === undefined) return
  await roots().set({ is_active: 1n }).where('root', '=', last.root).execute()
}

function eventsOf(db: Queries, of: Holder) {
  return db
    .selectFrom('root_event')
    .selectAll()
    .where('tenant_id', '=', of.tenant_id)
    .where('vault', '=', of.vault)
    .where('chain', '=', of.chain)
    .where('strategist', '=', of.strategist)
    .orderBy('block', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1n)
}

function eventAt(db: Queries, at: RootEventRow): Promise<RootEventRow | undefined> {
  return db
    .selectFrom('root_event')
    .selectAll()
    .where('tenant_id', '=', at.tenant_id)
    .where('vault', '=', at.vault)
    .where('chain', '=', at.chain)
    .where('block', '=', at.block)
    .where('log_index', '=', at.log_index)
    .executeTakeFirst()
}

/** The same event may be told again with less: what is known of it stays. */
function joined(before: RootEventRow, given: RootEventRow): RootEventRow {
  if (before.strategist !== given.strategist || before.root !== given.root) return given
  return {
    ...given,
    at_unix: given.at_unix ?? before.at_unix,
    tx_hash: given.tx_hash ?? before.tx_hash,
  }
}
