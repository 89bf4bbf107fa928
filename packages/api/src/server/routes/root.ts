import type { Address, Hex } from '@vaultwright/base'
import type { RootEntry, RootSortKey } from '@vaultwright/store'
import { rootEntryOf } from '@vaultwright/wire'
import Type, { type Static } from 'typebox'
import { cachedAnswer } from '../../answer/cached-answer.ts'
import { defineRoute } from '../../answer/route.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import { findVault } from './vault.ts'

/** 4.10: the roots that are or were on the vault's Manager. */
export const listRoots = defineRoute('listRoots', (request) => {
  const { caller, context, query } = request
  const vaultRef = findVaultPath(request.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const key = [vaultRef.chain, vaultRef.vault, pageSize] as const
  return cachedAnswer(request, ['listRoots', ...key, query.cursor], async () => {
    await findVault(context, tenantId, vaultRef)
    const listing = {
      binding: { operation: 'listRoots', tenantId, asked: key },
      sortKeySchema: rootSortKey,
      sortKeyOf: printRootSortKey,
      read: ({ after, limit }: { after: Static<typeof rootSortKey> | null; limit: number }) =>
        context.store.roots.page(tenantId, vaultRef, {
          after: after && rootSortKeyFrom(after),
          limit,
        }),
    } as const
    const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
    return { data: items.map(rootEntryOf), page }
  })
})

/** A place as a cursor holds it: JSON knows no whole number of a block's size. */
const rootSortKey = Type.Tuple([
  Type.Boolean(),
  Type.Union([Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Null()]),
  Type.Unsafe<Hex>(Type.String()),
  Type.Unsafe<Address>(Type.String()),
])

function printRootSortKey(entry: RootEntry): Static<typeof rootSortKey> {
  const { isActive, setBlock, root, strategist } = entry
  return [isActive, setBlock === null ? null : String(setBlock), root, strategist]
}

function rootSortKeyFrom([isActive, block, root, strategist]: Static<
  typeof rootSortKey
>): RootSortKey {
  return { isActive, setBlock: block === null ? null : BigInt(block), root, strategist }
}
