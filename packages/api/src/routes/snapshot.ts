import { BaseError } from '@vaultwright/base'
import type { Snapshot, VaultPlace } from '@vaultwright/store'
import { metricsSnapshotOf } from '@vaultwright/wire'
import Type from 'typebox'
import { keptAnswer } from '../kept-answer.ts'
import { defaultPageSize, readListing } from '../listing.ts'
import { defineRoute } from '../route.ts'
import { findVaultPath } from '../vault-path.ts'
import { findVault } from './vault.ts'

/** 4.8: the newest snapshot of a vault. */
export const getLatestSnapshot = defineRoute('getLatestSnapshot', (asked) => {
  const { caller, context } = asked
  const place = findVaultPath(asked.params)
  return keptAnswer(asked, ['getLatestSnapshot', place.chain, place.vault], async () => {
    await findVault(context, caller.tenantId, place)
    const snapshot = await context.store.snapshots.latest(caller.tenantId, place)
    if (snapshot === null) throw new SnapshotNotFoundError(place)
    return { data: metricsSnapshotOf(snapshot) }
  })
})

/** 4.9: the snapshots of a vault, newest first. */
export const listSnapshots = defineRoute('listSnapshots', (asked) => {
  const { caller, context, query } = asked
  const place = findVaultPath(asked.params)
  const { tenantId } = caller
  const path = [place.chain, place.vault] as const
  return keptAnswer(asked, ['listSnapshots', ...path, query.cursor], async () => {
    await findVault(context, tenantId, place)
    const listing = {
      binding: { operation: 'listSnapshots', tenantId, asked: path },
      place: Type.String(),
      placeOf: ({ day }: Snapshot) => day,
      read: context.store.snapshots.page.bind(null, tenantId, place),
    } as const
    const wish = { cursor: query.cursor, pageSize: defaultPageSize }
    const { items, page } = await readListing(listing, wish)
    return { data: items.map(metricsSnapshotOf), page }
  })
})

/** A vault has no snapshot yet. */
export class SnapshotNotFoundError extends BaseError {
  override readonly code = 'snapshot_not_found'

  constructor({ chain, vault }: VaultPlace) {
    super({
      message: `The vault ${vault} has no snapshot on ${chain} yet. Ask again after the next daily run.`,
      facts: { chain, vault },
    })
  }
}
