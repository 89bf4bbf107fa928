import type { Page, PageQuery } from '@vaultwright/store'
import type { PageInfo } from '@vaultwright/wire'
import type { Static, TSchema } from 'typebox'
import { type CursorBinding, printCursor, readCursor } from './cursor.ts'

/** Entries of a page when nobody says. Source: interface, section 8. */
export const defaultPageSize = 20

/** A list that is given in pages. */
export type Listing<Item, Place extends TSchema> = {
  readonly binding: CursorBinding
  /** Shape of what a cursor holds. */
  readonly place: Place
  readonly placeOf: (item: Item) => Static<Place>
  readonly read: (query: PageQuery<Static<Place>>) => Promise<Page<Item>>
}

/** Which page is wanted. */
export type PageWish = { readonly cursor: string | undefined; readonly pageSize: number }

/**
 * Reads one page of a list.
 *
 * @param listing - the list.
 * @param wish - cursor as it was sent, and 1 to 100 entries.
 * @returns the items, and where the list goes on.
 * @throws {RequestInvalidError} when the cursor is not of this list.
 */
export async function readListing<Item, Place extends TSchema>(
  listing: Listing<Item, Place>,
  wish: PageWish,
): Promise<{ readonly items: readonly Item[]; readonly page: PageInfo }> {
  const { binding, place, placeOf, read } = listing
  const after = wish.cursor === undefined ? null : readCursor(binding, place, wish.cursor)
  const { items, hasMore } = await read({ after, limit: wish.pageSize })
  const last = items.at(-1)
  const next = hasMore && last !== undefined ? printCursor(binding, placeOf(last)) : null
  const page = { next_cursor: next, page_size: wish.pageSize, has_more: next !== null }
  return { items, page }
}
