import { type LruMap, openLruMap } from '@vaultwright/base'
import type { BlockCall, BlockCallResult, Reads } from '@vaultwright/builder'
import type { ChainAccess } from './chains.ts'

type ChainOpener = Pick<ChainAccess, 'open'>

/** `decimals()` and `symbol()`: what a token says once it says for ever. */
const immutableSelectors: ReadonlySet<string> = new Set(['0x313ce567', '0x95d89b41'])
const maxCachedReads = 10_000

const cachedReadsOf = new WeakMap<ChainOpener, LruMap<string, BlockCallResult>>()

/**
 * Reads from a chain at one block, its newest when the first question is asked.
 *
 * What tokens say of their decimals and symbols is asked once, so that a build that needs nothing else
 * of the chain does not wait for it.
 */
export function lazyReads(access: ChainOpener): Reads {
  const known =
    cachedReadsOf.get(access) ?? openLruMap<string, BlockCallResult>({ maxEntries: maxCachedReads })
  cachedReadsOf.set(access, known)
  let pinned: Promise<Reads> | null = null
  const pin = async (): Promise<Reads> => {
    const chain = await access.open()
    const block = await chain.readBlock('latest')
    return (calls) => chain.readCalls(calls, block)
  }
  return async (calls) => {
    const cached = calls.map((call) => known.get(keyOf(call)))
    const open = calls.filter((_, at) => cached[at] === undefined)
    if (open.length === 0) return cached.map((answer) => answer!)
    pinned ??= pin()
    const answers = await (await pinned)(open)
    for (const [at, call] of open.entries()) {
      const answer = answers[at]
      if (immutableSelectors.has(call.data) && answer?.ok === true) known.set(keyOf(call), answer)
    }
    let next = 0
    return cached.map((answer) => answer ?? answers[next++]!)
  }
}

function keyOf({ to, data }: BlockCall): string {
  return `${to.toLowerCase()}${data}`
}
