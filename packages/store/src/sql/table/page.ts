import type { Page, PageQuery } from '../../value/page.ts'

/** @returns how many rows to ask for: one more than wanted tells whether there are more. */
export function limitOf(query: PageQuery<unknown>): bigint {
  return BigInt(query.limit) + 1n
}

/** Cuts what `limitOf` asked for to a page. */
export function pageOf<Item>(found: readonly Item[], query: PageQuery<unknown>): Page<Item> {
  return { items: found.slice(0, query.limit), hasMore: found.length > query.limit }
}
