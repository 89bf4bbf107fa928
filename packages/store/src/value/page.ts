/** A part of a list, in its order. */
export type Page<Item> = {
  readonly items: readonly Item[]
  /** True if the list goes on after the last item. */
  readonly hasMore: boolean
}

/** The requested part of a list: the items after a place in it. */
export type PageQuery<SortKey> = {
  /** The place of the last item that is known already; null for the beginning. */
  readonly after: SortKey | null
  /** The maximum number of items, from 1. */
  readonly limit: number
}

/** @returns how many rows to ask for: one more than wanted tells whether there are more. */
export function limitOf(query: PageQuery<unknown>): bigint {
  return BigInt(query.limit) + 1n
}

/** Cuts what `limitOf` asked for to a page. */
export function pageOf<Item>(rows: readonly Item[], query: PageQuery<unknown>): Page<Item> {
  return { items: rows.slice(0, query.limit), hasMore: rows.length > query.limit }
}
