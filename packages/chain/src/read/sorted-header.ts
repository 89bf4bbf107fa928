import { type Header, ReorgError } from './block.ts'

/** Headers of one chain by number, ascending, each once; their times never fall. */
export type SortedHeaders = readonly Header[]

/** The headers on both sides of a time: `low` at or before it, `high` after it; null where there is none. */
export type Neighbours = { readonly low: Header | null; readonly high: Header | null }

/**
 * Puts headers in a row.
 *
 * @throws {ReorgError} when they cannot be of one chain: two of one number, times that fall, or neighbours
 * that do not know each other.
 */
export function sortHeaders(headers: Iterable<Header>): SortedHeaders {
  const row = [...headers].sort((one, other) => (one.number < other.number ? -1 : 1))
  const kept: Header[] = []
  for (const header of row) {
    const before = kept.at(-1)
    if (before === undefined || header.number > before.number) {
      assertFollows(before, header)
      kept.push(header)
    } else if (header.hash !== before.hash) throw new ReorgError(before, header.hash)
  }
  return kept
}

/**
 * Finds the headers on both sides of a time.
 *
 * @returns the last header at or before the time, and the one that follows it in the row.
 */
export function neighboursOf(row: SortedHeaders, atUnix: bigint): Neighbours {
  let from = 0
  let to = row.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (row[middle]!.timestamp <= atUnix) from = middle + 1
    else to = middle
  }
  return { low: row[from - 1] ?? null, high: row[from] ?? null }
}

function assertFollows(before: Header | undefined, header: Header): void {
  if (before === undefined) return
  if (header.timestamp < before.timestamp) throw new ReorgError(before, null)
  const isNext = header.number === before.number + 1n
  if (isNext && header.parentHash !== before.hash) throw new ReorgError(before, header.parentHash)
}
