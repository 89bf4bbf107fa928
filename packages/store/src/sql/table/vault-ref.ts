import { type Address, slugOf } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { VaultNotFoundError, type VaultRef } from '../../record/vault.ts'
import type { Queries, StoreEngine } from './engine.ts'
import type { VaultKeyColumns } from './table.ts'

/** The address that was spelled last. */
let last: { readonly address: string; readonly spelling: Address } = {
  address: '',
  spelling: '0x',
}

/** @returns the columns of a place, chain and vault as they are kept; no others, as conditions are made of them. */
export function vaultKeyOf(tenantId: string, { chain, vault }: VaultRef): VaultKeyColumns {
  return { tenant_id: tenantId, vault: vault.toLowerCase(), chain: slugOf(chain) }
}

/** @returns the place that columns say. */
export function vaultRefOf({ chain, vault }: VaultKeyColumns): VaultRef {
  return { chain, vault: checksummed(vault) }
}

/** @returns an address as it is kept. @throws {InvalidAddressError} */
export function lowercased(address: Address): string {
  return checksumOf(address).toLowerCase()
}

/** @returns an address as it is given back. */
export function checksummed(address: string): Address {
  // Rows of one vault follow each other by the hundred, and the spelling of each is a hash.
  if (last.address !== address) last = { address, spelling: checksumOf(address) }
  return last.spelling
}

/** Refuses a place that the tenant has no vault at, and keeps it there until the transaction ends. */
export async function assertDeployment(
  db: Queries,
  engine: StoreEngine,
  where: {
    readonly tenantId: string
    readonly vaultRef: VaultRef
    readonly lock: 'update' | 'share'
  },
): Promise<VaultKeyColumns> {
  const columns = vaultKeyOf(where.tenantId, where.vaultRef)
  const row = await db
    .selectFrom('deployment')
    .select('chain')
    .where((on) => on.and(columns))
    .modifyEnd(engine.lock[where.lock])
    .executeTakeFirst()
  if (row === undefined) throw new VaultNotFoundError(where.vaultRef)
  return columns
}

/** Lets no other transaction compute values of a vault until the transaction ends. @throws {VaultNotFoundError} */
export async function lockVault(
  db: Queries,
  engine: StoreEngine,
  { tenantId, vaultRef }: { readonly tenantId: string; readonly vaultRef: VaultRef },
): Promise<void> {
  const { chain, vault } = vaultKeyOf(tenantId, vaultRef)
  const row = await db
    .selectFrom('vault as v')
    .select('v.id')
    .where('v.tenant_id', '=', tenantId)
    .where('v.address', '=', vault)
    .where((on) =>
      on.exists(
        on
          .selectFrom('deployment as d')
          .select('d.chain')
          .where('d.tenant_id', '=', tenantId)
          .where('d.vault', '=', vault)
          .where('d.chain', '=', chain),
      ),
    )
    .modifyEnd(engine.lock.update)
    .executeTakeFirst()
  if (row === undefined) throw new VaultNotFoundError(vaultRef)
}
