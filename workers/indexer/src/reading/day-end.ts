import type { BlockAt, Chain } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { dayOf, endOfDay, shiftDay } from '@vaultwright/valuation'

/** A chain of which days are looked up. */
export type DayChain = {
  readonly slug: string
  readonly chain: Pick<Chain, 'readBlocksAt'>
}

/** The last block of a day, and the first of the next. */
export type DayEndBlock = { readonly block: BlockRef; readonly next: BlockRef }

/** Last blocks of days, by chain, looked for once and many at a time. */
export type DayEnds = {
  /**
   * @returns the last block at or before the end of each day, in their order; null for a day that is not
   * over at the head.
   */
  readonly read: (
    chain: DayChain,
    days: readonly string[],
    head: BlockRef,
  ) => Promise<readonly (DayEndBlock | null)[]>
  /** Forgets a chain's, when some of them turned out to be otherwise. */
  readonly forget: (slug: string) => void
}

/** Days that are looked for together with one of them: most likely they are asked for next. */
const together = 32

/**
 * Makes a memory of the last blocks of days.
 *
 * @returns it, empty. A search that fails is not remembered.
 */
export function openDayEnds(): DayEnds {
  const chains = new Map<string, Map<string, Promise<DayEndBlock | null>>>()

  const search = (
    { chain, slug }: DayChain,
    days: readonly string[],
    head: BlockRef,
  ): ReadonlyMap<string, Promise<DayEndBlock | null>> => {
    const dayEnds = chains.get(slug)!
    const blocksAt = chain.readBlocksAt(days.map(endOfDay), head)
    for (const [index, day] of days.entries()) {
      const end = blocksAt.then((blocks) => endOf(blocks[index]!))
      dayEnds.set(day, end)
      const forget = () => {
        if (dayEnds.get(day) === end) dayEnds.delete(day)
      }
      // A day that is not over is over later.
      end.then((block) => block === null && forget(), forget)
    }
    return dayEnds
  }

  return {
    read: async (chain, days, head) => {
      const dayEnds = chains.get(chain.slug) ?? new Map<string, Promise<DayEndBlock | null>>()
      chains.set(chain.slug, dayEnds)
      const open = days.filter((day) => !dayEnds.has(day))
      if (open.length > 0) search(chain, withNeighbours(open, dayEnds, dayOf(head.timestamp)), head)
      return Promise.all(days.map((day) => dayEnds.get(day)!))
    },
    forget: (slug) => chains.delete(slug),
  }
}

function endOf({ number, hash, timestamp, next }: BlockAt): DayEndBlock | null {
  return next === null ? null : { block: { number, hash, timestamp }, next }
}

/** A single day brings those of its neighbourhood along that are over. */
function withNeighbours(
  days: readonly string[],
  dayEnds: ReadonlyMap<string, unknown>,
  headDay: string,
): readonly string[] {
  if (days.length >= together) return days
  const missing = new Set(days)
  const [first] = days
  for (let index = 1; missing.size < together; index++) {
    const day = shiftDay(first!, index)
    if (day >= headDay) break
    if (!dayEnds.has(day)) missing.add(day)
  }
  return [...missing]
}
