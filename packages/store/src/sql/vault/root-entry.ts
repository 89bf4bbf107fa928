import type { Hex } from '@vaultwright/base'
import type { ExpressionBuilder } from 'kysely'
import type { RootEntry } from '../../record/root.ts'
import type { Queries } from '../table/engine.ts'
import type { DatabaseTables, RootRow, VaultKeyColumns } from '../table/table.ts'
import { checksummed } from '../table/vault-ref.ts'

/** Active roots first, then by the block that set them, newest first. */
export function inPageOrder(rows: ReturnType<typeof entriesOf>) {
  return rows
    .orderBy('r.is_active', 'desc')
    .orderBy('r.set_block', 'desc')
    .orderBy('r.root')
    .orderBy('r.strategist')
}

export function entriesOf(db: Queries, key: VaultKeyColumns) {
  return db
    .selectFrom('root as r')
    .leftJoin('tree as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.root', '=', 'r.root'),
    )
    .select(['r.root', 'r.strategist', 'r.is_onchain', 'r.is_active', 'r.set_at_unix'])
    .select(['r.set_block', 'r.set_tx_hash', 't.leaf_count'])
    .select((on) => [
      logIndexOf(on).as('set_log_index'),
      on
        .selectFrom('root_event as n')
        .select('n.at_unix')
        .whereRef('n.tenant_id', '=', 'r.tenant_id')
        .whereRef('n.vault', '=', 'r.vault')
        .whereRef('n.chain', '=', 'r.chain')
        .whereRef('n.strategist', '=', 'r.strategist')
        .where((next) =>
          next.or([
            next('n.block', '>', next.ref('r.set_block')),
            next.and([
              next('n.block', '=', next.ref('r.set_block')),
              next('n.log_index', '>', logIndexOf(next as never)),
            ]),
          ]),
        )
        .orderBy('n.block')
        .orderBy('n.log_index')
        .limit(1n)
        .as('replaced_at_unix'),
    ])
    .where('r.tenant_id', '=', key.tenant_id)
    .where('r.vault', '=', key.vault)
    .where('r.chain', '=', key.chain)
}

type RootTables = DatabaseTables & { readonly r: RootRow }

/** The place within its block of the event that set a root last. */
function logIndexOf(on: ExpressionBuilder<RootTables, 'r'>) {
  return on
    .selectFrom('root_event as e')
    .select(({ fn }) => fn.max<bigint | null>('e.log_index').as('log_index'))
    .whereRef('e.tenant_id', '=', 'r.tenant_id')
    .whereRef('e.vault', '=', 'r.vault')
    .whereRef('e.chain', '=', 'r.chain')
    .whereRef('e.strategist', '=', 'r.strategist')
    .whereRef('e.root', '=', 'r.root')
    .whereRef('e.block', '=', 'r.set_block')
}

type RootEntryRow = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number]

export function entryOf(row: RootEntryRow): RootEntry {
  return {
    root: row.root as Hex,
    strategist: checksummed(row.strategist),
    state: row.is_onchain === 1n ? 'onchain' : 'pending',
    isActive: row.is_active === 1n,
    setAtUnix: row.set_at_unix,
    setBlock: row.set_block,
    setTxHash: row.set_tx_hash as Hex | null,
    setLogIndex: row.set_log_index === null ? null : Number(row.set_log_index),
    replacedAtUnix: row.replaced_at_unix,
    leafCount: row.leaf_count === null ? null : Number(row.leaf_count),
  }
}
