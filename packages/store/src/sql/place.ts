import { type Address, slugOf } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { VaultNotFoundError, type VaultPlace } from '../vault.ts'
import type { Engine, Queries } from './engine.ts'
import type { PlaceColumns } from './table.ts'

/** The address that was spelled last. */
let last: { readonly address: string; readonly spelling: Address } = {
  address: '',
  spelling: '0x',
}

/** @returns the columns of a place, chain and vault as they are kept; no others, as conditions are made of them. */
export function columnsOf(tenantId: string, { chain, vault }: VaultPlace): PlaceColumns {
  return { tenant_id: tenantId, vault: vault.toLowerCase(), chain: slugOf(chain) }
}

/** @returns the place that columns say. */
export function placeOf({ chain, vault }: PlaceColumns): VaultPlace {
  return { chain, vault: spelled(vault) }
}

/** @returns an address as it is kept. @throws {InvalidAddressError} */
export function lowered(address: Address): string {
  return checksumOf(address).toLowerCase()
}

/** @returns an address as it is given back. */
export function spelled(address: string): Address {
  // Rows of one vault follow each other by the hundred, and the spelling of each is a hash.
  if (last.address !== address) last = { address, spelling: checksumOf(address) }
  return last.spelling
}

/** Refuses a place that the tenant has no vault at, and keeps it there until the transaction ends. */
export async function assertPlace(
  db: Queries,
  engine: Engine,
  where: {
    readonly tenantId: string
    readonly place: VaultPlace
    readonly lock: 'update' | 'share'
  },
): Promise<PlaceColumns> {
  const columns = columnsOf(where.tenantId, where.place)
  const found = await db
    .selectFrom('deployment')
    .select('chain')
    .where((on) => on.and(columns))
    .modifyEnd(engine.lock[where.lock])
    .executeTakeFirst()
  if (found === undefined) throw new VaultNotFoundError(where.place)
  return columns
}

/** Lets nobody else compute values of a vault until the transaction ends. @throws {VaultNotFoundError} */
export async function lockVault(
  db: Queries,
  engine: Engine,
  { tenantId, place }: { readonly tenantId: string; readonly place: VaultPlace },
): Promise<void> {
  const { chain, vault } = columnsOf(tenantId, place)
  const found = await db
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
  if (found === undefined) throw new VaultNotFoundError(place)
}
