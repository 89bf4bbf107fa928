import { readFinalHead } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { FinalHead } from '@vaultwright/store'
import type { IndexContext, IndexedChain } from './context.ts'

/** The final head of a chain; `behind` if a process saw a later one. */
export type HeadReading = { readonly head: BlockRef; readonly behind: FinalHead | null }

/** Reads how far a chain is final, and remembers it for those who need not know better. */
export async function readHead(context: IndexContext, indexed: IndexedChain): Promise<HeadReading> {
  const head = await readFinalHead(indexed.chain, indexed.finality)
  const { number, hash, timestamp } = head
  const finalHead = { chain: indexed.slug, number, hash, atUnix: timestamp }
  const highest = await context.store.heads.raise(finalHead)
  const behind = highest.number > number ? highest : null
  if (behind === null) context.heads.set(indexed.slug, head)
  return { head, behind }
}

/** Gives a final block after a moment. */
export async function headAfter(
  context: IndexContext,
  indexed: IndexedChain,
  atUnix: bigint,
): Promise<HeadReading> {
  const cachedHead = context.heads.get(indexed.slug)
  if (cachedHead !== undefined && cachedHead.timestamp > atUnix)
    return { head: cachedHead, behind: null }
  return context.singleFlight(`head ${indexed.slug}`, () => readHead(context, indexed))
}

/** Forgets what is remembered of a chain, after it turned out to be otherwise. */
export function forgetChain(context: IndexContext, slug: string): void {
  context.heads.delete(slug)
  context.dayEnds.forget(slug)
}

/** Says why a node is waited for. */
export function behindReasonOf(head: BlockRef, behind: FinalHead): string {
  return `The node is at block ${head.number}, and block ${behind.number} was seen before: it is waited for.`
}
