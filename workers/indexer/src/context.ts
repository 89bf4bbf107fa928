import type { Chain, Fetch } from '@vaultwright/chain'
import type { Store } from '@vaultwright/store'
import { type DayEnds, openDayEnds } from './day-end.ts'
import type { IndexEvent } from './event.ts'
import type { PriceBook } from './price/price-book.ts'
import type { Queue } from './queue.ts'

/** Which blocks count as final. */
export type Finality =
  | { readonly kind: 'tag'; readonly tag: 'finalized' | 'safe' | 'latest' }
  | { readonly kind: 'depth'; readonly blocks: bigint }

/** A chain that is indexed. */
export type IndexedChain = {
  readonly slug: string
  readonly chain: Chain
  /** Which blocks count as final. */
  readonly finality: Finality
}

/** How indexing is done. */
export type IndexSettings = {
  /** Which missing day comes first. */
  readonly order: 'oldest' | 'newest'
  /** How long revisions are kept; null for ever. */
  readonly revisionDays: number | null
  /** How long observed prices are kept; null for ever. */
  readonly priceDays: number | null
}

/** What a process gives to the work. */
export type IndexParts = {
  readonly store: Store
  /** Opens a chain, once. @throws {UnknownChainError} when no node is configured for it. */
  readonly chains: (slug: string) => Promise<IndexedChain>
  readonly prices: PriceBook
  readonly settings: IndexSettings
  readonly nowUnix: () => bigint
  /** For prices from HTTP sources. */
  readonly fetch: Fetch
  readonly observe: (event: IndexEvent) => void
  readonly enqueue: Queue['add']
}

/** What all work of a process is done with. */
export type IndexContext = IndexParts & {
  /** Last blocks of days, each looked for once. */
  readonly dayEnds: DayEnds
}

/**
 * Makes the context of a process.
 *
 * @param parts - what the process opened.
 * @returns the context, with nothing remembered yet.
 */
export function openContext(parts: IndexParts): IndexContext {
  return { ...parts, dayEnds: openDayEnds() }
}
