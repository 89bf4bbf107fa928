import type { Address, Hex } from '@vaultwright/base'
import type { RootEntry, RootListPlace } from '@vaultwright/store'
import { rootEntryOf } from '@vaultwright/wire'
import Type, { type Static } from 'typebox'
import { keptAnswer } from '../kept-answer.ts'
import { defaultPageSize, readListing } from '../listing.ts'
import { defineRoute } from '../route.ts'
import { findVaultPath } from '../vault-path.ts'
import { findVault } from './vault.ts'

/** 4.10: the roots that are or were on the vault's Manager. */
export const listRoots = defineRoute('listRoots', (asked) => {
  const { caller, context, query } = asked
  const place = findVaultPath(asked.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const key = [place.chain, place.vault, pageSize] as const
  return keptAnswer(asked, ['listRoots', ...key, query.cursor], async () => {
    await findVault(context, tenantId, place)
    const listing = {
      binding: { operation: 'listRoots', tenantId, asked: key },
      place: listPlace,
      placeOf: printPlace,
      read: ({ after, limit }: { after: Static<typeof listPlace> | null; limit: number }) =>
        context.store.roots.page(tenantId, place, { after: after && placeFrom(after), limit }),
    } as const
    const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
    return { data: items.map(rootEntryOf), page }
  })
})

/** A place as a cursor holds it: JSON knows no whole number of a block's size. */
const listPlace = Type.Tuple([
  Type.Boolean(),
  Type.Union([Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Null()]),
  Type.Unsafe<Hex>(Type.String()),
  Type.Unsafe<Address>(Type.String()),
])

function printPlace(entry: RootEntry): Static<typeof listPlace> {
  const { isActive, setBlock, root, strategist } = entry
  return [isActive, setBlock === null ? null : String(setBlock), root, strategist]
}

function placeFrom([isActive, block, root, strategist]: Static<typeof listPlace>): RootListPlace {
  return { isActive, setBlock: block === null ? null : BigInt(block), root, strategist }
}
