import type { Hex } from '@vaultwright/base'
import type { RootChange, RootStore } from '../../record/root.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { RootEventRow, VaultKeyColumns } from '../table/table.ts'
import { checksummed, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** A page of the settings of a vault's roots; the first one begins after no event. */
type RootChangePage = VaultKeyColumns & {
  readonly block: bigint
  readonly logIndex: bigint
  readonly limit: bigint
}

/** Before every event. */
const beforeAll = { block: -1n, logIndex: -1 } as const

/** Prepares what reads a page of the settings of a vault's roots, oldest first. */
export function prepareRootChanges(engine: StoreEngine): RootStore['changes'] {
  const pageRows = prepare(engine, (page: RootChangePage) =>
    engine.read
      .selectFrom('root_event as e')
      .leftJoin('tree as t', (join) =>
        join.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.root', '=', 'e.root'),
      )
      .selectAll('e')
      .select('t.leaf_count')
      .where('e.tenant_id', '=', page.tenant_id)
      .where('e.vault', '=', page.vault)
      .where('e.chain', '=', page.chain)
      .where((on) =>
        on.or([
          on('e.block', '>', page.block),
          on.and([on('e.block', '=', page.block), on('e.log_index', '>', page.logIndex)]),
        ]),
      )
      .orderBy('e.block')
      .orderBy('e.log_index')
      .limit(page.limit),
  )
  return async (tenantId, vaultRef, query) => {
    const { block, logIndex } = query.after ?? beforeAll
    const rows = await pageRows({
      ...vaultKeyOf(tenantId, vaultRef),
      block,
      logIndex: BigInt(logIndex),
      limit: limitOf(query),
    })
    return pageOf(rows.map(changeOf), query)
  }
}

type RootChangeRow = RootEventRow & { readonly leaf_count: bigint | null }

function changeOf(row: RootChangeRow): RootChange {
  return {
    ...vaultRefOf(row),
    strategist: checksummed(row.strategist),
    root: row.root as Hex,
    atUnix: row.at_unix,
    block: row.block,
    logIndex: Number(row.log_index),
    txHash: row.tx_hash as Hex | null,
    leafCount: row.leaf_count === null ? null : Number(row.leaf_count),
  }
}
