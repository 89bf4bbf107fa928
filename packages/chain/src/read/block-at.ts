import { BaseError } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import type { Rpc } from '../rpc/rpc.ts'
import { blockRefOf, type Header, headerCall, parseHeader, ReorgError } from './block.ts'

/** A block found by time. */
export type BlockAt = BlockRef & {
  /** True when it is the last block that was looked at, so that a later one may still fall before that time. */
  readonly isHead: boolean
  /** The block after it, which is later than that time; null when it is the head. */
  readonly next: BlockRef | null
}

/** Finds the last block at or before a time. */
export type BlockAtReader = (atUnix: bigint) => Promise<BlockAt>

/**
 * Finds the last block at or before each of many times, in their order. With a head, no block after it is
 * looked at, and it counts as the last one.
 */
export type BlocksAtReader = (
  times: readonly bigint[],
  head?: Pick<BlockRef, 'number'>,
) => Promise<readonly BlockAt[]>

/** Blocks this far below the head are taken as final, and remembered. */
const finalDepth = 128n

/** The part of the open range that the probes beside the guess leave: 1/16 to each side. */
const spread = 16n

/**
 * Makes a finder of blocks by time.
 *
 * Each round asks in one batch for a few blocks of every range that is still open: those that even
 * spacing suggests and the middle, which halves the range at least. Blocks deep below the head are
 * remembered for later searches.
 *
 * @returns the finder: it takes unix seconds, and answers with the head when that is at or before
 * them. It throws BeforeGenesisError for a time before the first block, and ReorgError when the
 * chain changes during the search.
 */
export function openBlocksAtReader(rpc: Rpc): BlocksAtReader {
  // A search adds the few blocks of its probes, and all of them shorten the next: none is dropped.
  const headers = new Map<bigint, Header>()

  const readHeaders = async (tags: readonly (bigint | 'latest')[]) => {
    const calls = tags.map((tag) => headerCall(tag))
    const answers = calls.length === 0 ? [] : await rpc.ask(calls)
    return tags.map((tag, at) => parseHeader(calls[at]!, answers[at], tag))
  }

  const search = async (times: readonly bigint[], last: bigint | null) => {
    const isWithin = ({ number }: Header) => last === null || number <= last
    let row = sortHeaders([...headers.values()].filter(isWithin))
    if (times.every((time) => isSettled(row, time, last))) return row
    const isHeld = row.at(-1)?.number === last
    const tags: readonly (bigint | 'latest')[] = isHeld ? [] : [last ?? 'latest']
    const isRootless =
      times.length > 1 && times.some((time) => neighboursOf(row, time).low === null)
    const [head = row.at(-1)!, ...first] = await readHeaders([...tags, ...(isRootless ? [0n] : [])])
    const top = row.at(-1)
    if (top !== undefined && top.number > head.number) throw new ReorgError(top, null)
    let fetched: readonly Header[] = [head, ...first]
    for (;;) {
      row = sortHeaders([...row, ...fetched])
      for (const header of fetched) {
        if (header.number + finalDepth <= head.number) headers.set(header.number, header)
      }
      const probes = probesFor(row, times)
      if (probes.length === 0) return row
      fetched = await readHeaders(probes)
    }
  }

  return async (times, head) => {
    if (times.length === 0) return []
    try {
      const row = await search(times, head?.number ?? null)
      return times.map((time) => blockAtOf(neighboursOf(row, time)))
    } catch (error) {
      // What contradicts itself must not be remembered, or no later search would end better.
      if (error instanceof ReorgError) headers.clear()
      throw error
    }
  }
}

function isSettled(row: SortedHeaders, atUnix: bigint, last: bigint | null): boolean {
  const { low, high } = neighboursOf(row, atUnix)
  if (low === null) return false
  return high === null ? low.number === last : high.number === low.number + 1n
}

function blockAtOf({ low, high }: Neighbours): BlockAt {
  const next = high === null ? null : blockRefOf(high)
  return { ...blockRefOf(low!), isHead: next === null, next }
}

/** Numbers of the blocks to ask for, ascending; none when every time has its block. */
function probesFor(row: SortedHeaders, times: readonly bigint[]): readonly bigint[] {
  const open = new Map<bigint, { low: Header; high: Header; times: bigint[] }>()
  const probes = new Set<bigint>()
  for (const time of new Set(times)) {
    const { low, high } = neighboursOf(row, time)
    if (low === null) {
      const first = row[0]!
      if (first.number === 0n) throw new BeforeGenesisError(time, first.timestamp)
      probes.add(0n)
    } else if (high !== null && high.number > low.number + 1n) {
      const range = open.get(low.number) ?? { low, high, times: [] }
      range.times.push(time)
      open.set(low.number, range)
    }
  }
  for (const { low, high, times } of open.values()) {
    for (const number of probesOf(low, high, times)) probes.add(number)
  }
  return [...probes].sort((one, other) => (one < other ? -1 : 1))
}

/** Block numbers strictly between two blocks. Times that share a range narrow it for each other. */
function probesOf(low: Header, high: Header, times: readonly bigint[]): readonly bigint[] {
  const blocks = high.number - low.number
  const seconds = high.timestamp - low.timestamp
  const side = blocks / spread + 1n
  const probes = times.flatMap((atUnix) => {
    const guess = low.number + (blocks * (atUnix - low.timestamp)) / seconds
    return times.length > 1 ? [guess, guess + 1n] : [guess - side, guess, guess + 1n, guess + side]
  })
  probes.push((low.number + high.number) / 2n)
  return probes.filter((number) => number > low.number && number < high.number)
}

/** Headers of one chain by number, ascending, each once; their times never fall. */
type SortedHeaders = readonly Header[]

/** The headers on both sides of a time: `low` at or before it, `high` after it; null where there is none. */
type Neighbours = { readonly low: Header | null; readonly high: Header | null }

/**
 * Puts headers in a row.
 *
 * @throws {ReorgError} when they cannot be of one chain: two of one number, times that fall, or neighbours
 * that do not know each other.
 */
function sortHeaders(headers: Iterable<Header>): SortedHeaders {
  const row = [...headers].sort((one, other) => (one.number < other.number ? -1 : 1))
  const results: Header[] = []
  for (const header of row) {
    const before = results.at(-1)
    if (before === undefined || header.number > before.number) {
      assertFollows(before, header)
      results.push(header)
    } else if (header.hash !== before.hash) throw new ReorgError(before, header.hash)
  }
  return results
}

/**
 * Finds the headers on both sides of a time.
 *
 * @returns the last header at or before the time, and the one that follows it in the row.
 */
function neighboursOf(row: SortedHeaders, atUnix: bigint): Neighbours {
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

/** The time is before the chain's first block. */
class BeforeGenesisError extends BaseError {
  override readonly code = 'before_genesis'
  override readonly kind = 'unavailable'

  constructor(atUnix: bigint, genesisUnix: bigint) {
    super({
      message: `The chain began at ${genesisUnix}, after ${atUnix}. Give a later time.`,
      facts: { atUnix: String(atUnix), genesisUnix: String(genesisUnix) },
    })
  }
}
