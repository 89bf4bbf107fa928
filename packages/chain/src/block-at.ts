import { BaseError } from '@vaultwright/base'
import {
  type BlockRef,
  blockRefOf,
  type Header,
  headerCall,
  parseHeader,
  ReorgError,
  readHeader,
} from './block.ts'
import type { Rpc } from './rpc.ts'

/** A block found by time. */
export type BlockAt = BlockRef & {
  /** True when it is the head, so that a later block may still fall before that time. */
  readonly isHead: boolean
}

/** Finds the last block at or before a time. */
export type BlockAtReader = (atUnix: bigint) => Promise<BlockAt>

/** Blocks this far below the head are taken as final, and remembered. */
const finalDepth = 128n

/** How much of the open range the probes beside the guess leave: 1/16 to each side. */
const spread = 16n

/**
 * Makes a finder of blocks by time.
 *
 * Each round asks for a few blocks in one batch: the one that even spacing suggests, one to each
 * side of it, and the middle. Blocks deep below the head are remembered for later searches.
 *
 * @param rpc - the node.
 * @returns the finder: it takes unix seconds, and answers with the head when that is at or before
 * them. It throws BeforeGenesisError for a time before the first block, and ReorgError when the
 * chain changes during the search.
 */
export function openBlockAtReader(rpc: Rpc): BlockAtReader {
  const known = new Map<bigint, Header>()

  return async (atUnix) => {
    const settled = neighboursOf(known.values(), atUnix)
    if (settled.low !== null && settled.high?.parentHash === settled.low.hash) {
      return { ...blockRefOf(settled.low), isHead: false }
    }
    const head = await readHeader(rpc, 'latest')
    if (atUnix >= head.timestamp) return { ...blockRefOf(head), isHead: true }
    let low = settled.low
    if (low === null) {
      const first = known.get(0n) ?? (await readHeader(rpc, 0n))
      if (atUnix < first.timestamp) throw new BeforeGenesisError(atUnix, first.timestamp)
      known.set(0n, first)
      low = first
    }
    let high = settled.high ?? head
    // What contradicts itself must not be remembered, or no later search would end better.
    const contradiction = (block: Header, now: Header['hash'] | null) => {
      known.clear()
      return new ReorgError(block, now)
    }
    if (low.number >= high.number) throw contradiction(low, null)
    while (high.number > low.number + 1n) {
      const probes = probesOf(low, high, atUnix)
      const calls = probes.map((number) => headerCall(number))
      const answers = await rpc.ask(calls)
      const found = probes.map((number, at) => parseHeader(calls[at]!, answers[at], number))
      for (const header of found) {
        if (header.number + finalDepth <= head.number) known.set(header.number, header)
        if (header.timestamp <= atUnix && header.number > low.number) low = header
      }
      for (const header of found.toReversed()) {
        if (header.timestamp > atUnix && header.number < high.number) high = header
      }
      if (low.number >= high.number) throw contradiction(low, null)
    }
    if (high.parentHash !== low.hash) throw contradiction(low, high.parentHash)
    return { ...blockRefOf(low), isHead: false }
  }
}

function neighboursOf(headers: Iterable<Header>, atUnix: bigint) {
  let low: Header | null = null
  let high: Header | null = null
  for (const header of headers) {
    if (header.timestamp <= atUnix) {
      if (low === null || header.number > low.number) low = header
    } else if (high === null || header.number < high.number) high = header
  }
  return { low, high }
}

/** Block numbers strictly between two blocks, ascending. */
function probesOf(low: Header, high: Header, atUnix: bigint): readonly bigint[] {
  const blocks = high.number - low.number
  const seconds = high.timestamp - low.timestamp
  const guess = low.number + (blocks * (atUnix - low.timestamp)) / seconds
  const side = blocks / spread + 1n
  const wanted = [guess - side, guess, guess + 1n, guess + side, (low.number + high.number) / 2n]
  const inside = wanted.filter((number) => number > low.number && number < high.number)
  return [...new Set(inside)].sort((one, other) => (one < other ? -1 : 1))
}

/** The time is before the chain's first block. */
export class BeforeGenesisError extends BaseError {
  override readonly code = 'before_genesis'

  constructor(atUnix: bigint, genesisUnix: bigint) {
    super({
      message: `The chain began at ${genesisUnix}, after ${atUnix}. Give a later time.`,
      facts: { atUnix: String(atUnix), genesisUnix: String(genesisUnix) },
    })
  }
}
