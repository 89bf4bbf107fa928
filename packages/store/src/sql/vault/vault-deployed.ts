import { VaultNotFoundError, type VaultRef } from '../../record/vault.ts'
import type { Queries, StoreEngine } from '../table/engine.ts'
import { vaultKeyOf } from '../table/vault-ref.ts'

/** Since when a vault is on a chain. */
export type Deployed = {
  readonly tenantId: string
  readonly vaultRef: VaultRef
  readonly since: { readonly block: bigint; readonly atUnix: bigint }
}

/**
 * Writes down since when a vault is on a chain, and with it since when it is at all.
 *
 * @throws {VaultNotFoundError}
 */
export async function noteDeployed(
  db: Queries,
  engine: StoreEngine,
  { tenantId, vaultRef, since }: Deployed,
): Promise<void> {
  const { chain, ...vault } = vaultKeyOf(tenantId, vaultRef)
  const of = { tenant_id: tenantId, address: vault.vault }
  // The vault first, as in every change of it.
  const found = await db
    .selectFrom('vault')
    .select('deployed_at_unix')
    .where((on) => on.and(of))
    .modifyEnd(engine.lock.update)
    .executeTakeFirst()
  const noted = await db
    .updateTable('deployment')
    .set({ deployed_at_unix: since.atUnix, deployed_block: since.block })
    .where((on) => on.and({ ...vault, chain }))
    .executeTakeFirst()
  if (found === undefined || noted.numUpdatedRows === 0n) throw new VaultNotFoundError(vaultRef)
  const rows = await db
    .selectFrom('deployment')
    .select('deployed_at_unix as at')
    .where((on) => on.and(vault))
    .execute()
  // What was said of the vault itself counts until all of its chains are known.
  const times = rows.some(({ at }) => at === null) ? [found.deployed_at_unix] : []
  const known = [...times, ...rows.map(({ at }) => at)].filter((at) => at !== null)
  const [first] = known.toSorted((one, other) => (one < other ? -1 : 1))
  await db
    .updateTable('vault')
    .set({ deployed_at_unix: first ?? since.atUnix })
    .where((on) => on.and(of))
    .execute()
}
