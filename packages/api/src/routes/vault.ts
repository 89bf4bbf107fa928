import type { Address } from '@vaultwright/base'
import { type Vault, VaultNotFoundError, type VaultPlace } from '@vaultwright/store'
import { vaultDetailOf, vaultSummaryOf } from '@vaultwright/wire'
import Type from 'typebox'
import type { ApiContext } from '../context.ts'
import { keptAnswer } from '../kept-answer.ts'
import { defaultPageSize, readListing } from '../listing.ts'
import { defineRoute } from '../route.ts'
import { findVaultPath } from '../vault-path.ts'

/** 4.7: the vaults of the tenant. */
export const listVaults = defineRoute('listVaults', (asked) => {
  const { caller, context, query } = asked
  const pageSize = query.page_size ?? defaultPageSize
  return keptAnswer(asked, ['listVaults', pageSize, query.cursor], async () => {
    const listing = {
      binding: { operation: 'listVaults', tenantId: caller.tenantId, asked: [pageSize] },
      place: Type.Unsafe<Address>(Type.String()),
      placeOf: ({ address }: Vault) => address,
      read: context.store.vaults.page.bind(null, caller.tenantId),
    } as const
    const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
    return { data: items.map((vault) => vaultSummaryOf(vault, caller.tenantName)), page }
  })
})

/** 4.15: one vault with its deployments. */
export const getVault = defineRoute('getVault', (asked) => {
  const { caller, context } = asked
  const place = findVaultPath(asked.params)
  return keptAnswer(asked, ['getVault', place.chain, place.vault], async () => ({
    data: vaultDetailOf(await findVault(context, caller.tenantId, place), caller.tenantName),
  }))
})

/**
 * Finds a vault of a tenant.
 *
 * @param context - of the request.
 * @param tenantId - of the caller.
 * @param place - chain and vault.
 * @returns the vault.
 * @throws {VaultNotFoundError} when there is none, or when it is another tenant's.
 */
export async function findVault(
  context: ApiContext,
  tenantId: string,
  place: VaultPlace,
): Promise<Vault> {
  const vault = await context.store.vaults.find(tenantId, place)
  if (vault === null) throw new VaultNotFoundError(place)
  return vault
}
