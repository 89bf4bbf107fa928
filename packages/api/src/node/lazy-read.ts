import type { Reads } from '@vaultwright/builder'
import { callKeyOf } from './block-memory.ts'
import type { ChainAccess } from './chains.ts'

/** `decimals()` and `symbol()`, whose answers never change. */
const immutableSelectors: ReadonlySet<string> = new Set(['0x313ce567', '0x95d89b41'])

/**
 * Reads from a chain at one block: the newest one at the first call.
 *
 * Decimals and symbols of tokens are read once, so a build that needs nothing else does not wait for the node.
 * Whatever else is asked of a block is asked once while it is the newest, whoever builds: a build is two
 * round trips, and one where another has asked the same of that block.
 */
export function lazyReads(access: Pick<ChainAccess, 'open' | 'memory'>): Reads {
  return openLazyBlock(access).reads
}

/** The newest block of a chain, chosen at the first question. */
export type LazyBlock = {
  readonly reads: Reads
  /** Reads its time, unix seconds. */
  readonly readTime: () => Promise<bigint>
}

/** Reads from a chain as `lazyReads`, and tells the time of the same block. */
export function openLazyBlock(access: Pick<ChainAccess, 'open' | 'memory'>): LazyBlock {
  const { immutableReads, blocks } = access.memory
  let pinned: Promise<{ readonly reads: Reads; readonly unix: bigint }> | null = null
  const pin = async () => {
    const chain = await access.open()
    const block = await chain.readBlock('latest')
    return { reads: blocks.at(chain, block), unix: block.timestamp }
  }
  const reads: Reads = async (calls) => {
    const cached = calls.map((call) => immutableReads.get(callKeyOf(call)))
    const open = calls.filter((_, at) => cached[at] === undefined)
    if (open.length === 0) return cached.map((answer) => answer!)
    pinned ??= pin()
    const answers = await (await pinned).reads(open)
    for (const [index, call] of open.entries()) {
      const answer = answers[index]
      if (immutableSelectors.has(call.data) && answer?.ok === true)
        immutableReads.set(callKeyOf(call), answer)
    }
    let next = 0
    return cached.map((answer) => answer ?? answers[next++]!)
  }
  const readTime = async () => {
    pinned ??= pin()
    return (await pinned).unix
  }
  return { reads, readTime }
}
