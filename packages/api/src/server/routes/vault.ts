import type { Address } from '@vaultwright/base'
import { type Vault, VaultNotFoundError, type VaultRef } from '@vaultwright/store'
import { vaultDetailOf, vaultSummaryOf } from '@vaultwright/wire'
import Type from 'typebox'
import { cachedAnswer, defineRoute } from '../../answer/route.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import type { ApiContext } from '../../service/context.ts'

/** 4.7: the vaults of the tenant. */
export const listVaults = defineRoute('listVaults', (request) => {
  const { caller, context, query } = request
  const pageSize = query.page_size ?? defaultPageSize
  return cachedAnswer(request, ['listVaults', pageSize, query.cursor], async () => {
    const listing = {
      binding: { operation: 'listVaults', tenantId: caller.tenantId, asked: [pageSize] },
      sortKeySchema: Type.Unsafe<Address>(Type.String()),
      sortKeyOf: ({ address }: Vault) => address,
      read: context.store.vaults.page.bind(null, caller.tenantId),
    } as const
    const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
    return { data: items.map((vault) => vaultSummaryOf(vault, caller.tenantName)), page }
  })
})

/** 4.15: one vault with its deployments. */
export const getVault = defineRoute('getVault', (request) => {
  const { caller, context } = request
  const vaultRef = findVaultPath(request.params)
  return cachedAnswer(request, ['getVault', vaultRef.chain, vaultRef.vault], async () => ({
    data: vaultDetailOf(await findVault(context, caller.tenantId, vaultRef), caller.tenantName),
  }))
})

/**
 * Finds a vault of a tenant.
 *
 * @throws {VaultNotFoundError} when there is none, or when it is another tenant's.
 */
export async function findVault(
  context: ApiContext,
  tenantId: string,
  vaultRef: VaultRef,
): Promise<Vault> {
  const vault = await context.store.vaults.find(tenantId, vaultRef)
  if (vault === null) throw new VaultNotFoundError(vaultRef)
  return vault
}
