import type { Hex } from '@vaultwright/base'
import type { RootChange, RootChangeKey } from '../../record/root.ts'
import type { VaultRef } from '../../record/vault.ts'
import { limitOf, type Page, type PageQuery, pageOf } from '../../value/page.ts'
import type { Queries } from '../table/engine.ts'
import { checksummed, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** Which vault of which tenant. */
type RootChangeScope = { readonly tenantId: string; readonly vaultRef: VaultRef }

/** Reads a page of the settings of a vault's roots, oldest first. */
export async function readRootChanges(
  db: Queries,
  { tenantId, vaultRef }: RootChangeScope,
  query: PageQuery<RootChangeKey>,
): Promise<Page<RootChange>> {
  const key = vaultKeyOf(tenantId, vaultRef)
  let rows = db
    .selectFrom('root_event as e')
    .leftJoin('tree as t', (join) =>
      join.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.root', '=', 'e.root'),
    )
    .selectAll('e')
    .select('t.leaf_count')
    .where('e.tenant_id', '=', key.tenant_id)
    .where('e.vault', '=', key.vault)
    .where('e.chain', '=', key.chain)
  const { after } = query
  if (after !== null) {
    const logIndex = BigInt(after.logIndex)
    rows = rows.where((on) =>
      on.or([
        on('e.block', '>', after.block),
        on.and([on('e.block', '=', after.block), on('e.log_index', '>', logIndex)]),
      ]),
    )
  }
  const pageRows = await rows
    .orderBy('e.block')
    .orderBy('e.log_index')
    .limit(limitOf(query))
    .execute()
  const changes = pageRows.map((row) => ({
    ...vaultRefOf(row),
    strategist: checksummed(row.strategist),
    root: row.root as Hex,
    atUnix: row.at_unix,
    block: row.block,
    logIndex: Number(row.log_index),
    txHash: row.tx_hash as Hex | null,
    leafCount: row.leaf_count === null ? null : Number(row.leaf_count),
  }))
  return pageOf(changes, query)
}
