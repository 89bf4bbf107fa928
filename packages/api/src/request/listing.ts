import type { Page, PageQuery } from '@vaultwright/store'
import type { PageInfo } from '@vaultwright/wire'
import type { Static, TSchema } from 'typebox'
import { type CursorBinding, printCursor, readCursor } from './cursor.ts'

/** Default entries of a page. Source: interface, section 8. */
export const defaultPageSize = 20

/** A list that is given in pages. */
export type Listing<Item, SortKey extends TSchema> = {
  readonly binding: CursorBinding
  /** Shape of what a cursor holds. */
  readonly sortKeySchema: SortKey
  readonly sortKeyOf: (item: Item) => Static<SortKey>
  readonly read: (query: PageQuery<Static<SortKey>>) => Promise<Page<Item>>
}

/** Which page is wanted. */
export type PageRequest = { readonly cursor: string | undefined; readonly pageSize: number }

/**
 * Reads one page of a list.
 *
 * @throws {RequestInvalidError} when the cursor is not of this list.
 */
export async function readListing<Item, Place extends TSchema>(
  listing: Listing<Item, Place>,
  request: PageRequest,
): Promise<{ readonly items: readonly Item[]; readonly page: PageInfo }> {
  const { binding, sortKeySchema, sortKeyOf, read } = listing
  const after =
    request.cursor === undefined ? null : readCursor(binding, sortKeySchema, request.cursor)
  const { items, hasMore } = await read({ after, limit: request.pageSize })
  const last = items.at(-1)
  const next = hasMore && last !== undefined ? printCursor(binding, sortKeyOf(last)) : null
  const page = { next_cursor: next, page_size: request.pageSize, has_more: next !== null }
  return { items, page }
}
