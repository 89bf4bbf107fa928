import { BaseError } from '@vaultwright/base'
import type { Snapshot, VaultRef } from '@vaultwright/store'
import { metricsSnapshotOf } from '@vaultwright/wire'
import Type from 'typebox'
import { cachedAnswer } from '../../answer/cached-answer.ts'
import { defineRoute } from '../../answer/route.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import { findVault } from './vault.ts'

/** 4.8: the newest snapshot of a vault. */
export const getLatestSnapshot = defineRoute('getLatestSnapshot', (request) => {
  const { caller, context } = request
  const vaultRef = findVaultPath(request.params)
  return cachedAnswer(request, ['getLatestSnapshot', vaultRef.chain, vaultRef.vault], async () => {
    await findVault(context, caller.tenantId, vaultRef)
    const snapshot = await context.store.snapshots.latest(caller.tenantId, vaultRef)
    if (snapshot === null) throw new SnapshotNotFoundError(vaultRef)
    return { data: metricsSnapshotOf(snapshot) }
  })
})

/** 4.9: the snapshots of a vault, newest first. */
export const listSnapshots = defineRoute('listSnapshots', (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const { tenantId } = caller
  const path = [vaultRef.chain, vaultRef.vault] as const
  return cachedAnswer(request, ['listSnapshots', ...path, query.cursor], async () => {
    await findVault(context, tenantId, vaultRef)
    const listing = {
      binding: { operation: 'listSnapshots', tenantId, asked: path },
      sortKeySchema: Type.String(),
      sortKeyOf: ({ day }: Snapshot) => day,
      read: context.store.snapshots.page.bind(null, tenantId, vaultRef),
    } as const
    const wish = { cursor: query.cursor, pageSize: defaultPageSize }
    const { items, page } = await readListing(listing, wish)
    return { data: items.map(metricsSnapshotOf), page }
  })
})

/** A vault has no snapshot yet. */
export class SnapshotNotFoundError extends BaseError {
  override readonly code = 'snapshot_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: VaultRef) {
    super({
      message: `The vault ${vault} has no snapshot on ${chain} yet. Ask again after the next daily run.`,
      facts: { chain, vault },
    })
  }
}
