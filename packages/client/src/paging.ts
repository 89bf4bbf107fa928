import type { PageInfo } from '@vaultwright/wire'
import { MalformedResponseError } from './response.ts'

/** One page of a list. */
export type PageLike<Item> = { readonly data: readonly Item[]; readonly page: PageInfo }

/** A list that is read as it is walked: entries by `for await`, or whole pages. Each walk starts anew. */
export type Paged<Page extends PageLike<unknown>> = AsyncIterable<Page['data'][number]> & {
  readonly pages: () => AsyncIterable<Page>
}

/**
 * Makes a list out of requests for its pages.
 *
 * @returns the list; nothing is asked until it is walked, and nothing after a walk is left.
 * @throws {MalformedResponseError} while it is walked, when pages do not lead on.
 */
export function pagedOf<Page extends PageLike<unknown>>(
  operation: ConstructorParameters<typeof MalformedResponseError>[0],
  pageAt: (cursor: string | undefined) => Promise<Page>,
): Paged<Page> {
  async function* pages(): AsyncGenerator<Page> {
    const cursors = new Set<string>()
    for (let cursor: string | undefined; ; ) {
      const page = await pageAt(cursor)
      yield page
      const { has_more, next_cursor } = page.page
      if (!has_more) return
      if (next_cursor === null || cursors.has(next_cursor)) {
        throw new MalformedResponseError(operation, 200, ['/page/next_cursor does not lead on'])
      }
      cursors.add(next_cursor)
      cursor = next_cursor
    }
  }
  async function* entries(): AsyncGenerator<Page['data'][number]> {
    for await (const { data } of pages()) yield* data as readonly Page['data'][number][]
  }
  return { pages, [Symbol.asyncIterator]: entries }
}
