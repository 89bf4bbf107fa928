import { fetchFacts, type TreeContext } from '@vaultwright/builder'
import type { ActionGround } from './action-ground.ts'
import type { ReadWords } from './action-option.ts'
import type { Context } from './context.ts'

/** A tree with all that is known of it, and of which chain; null when nobody said. */
export type ActionPlace = { readonly place: TreeContext; readonly chainId: number | null }

/** Which node is asked, if any. */
export type NodeManner = {
  readonly words: ReadWords
  /** A node is wanted also where no word names it: the environment does. */
  readonly isNeeded: boolean
  readonly context: Context
}

/**
 * Does work with a tree, at one block of a node where one is named.
 *
 * @throws {WrongChainError} when the node is on another chain, and what asking it throws.
 */
export async function atPlace<Result>(
  { knowledgeAt, chainId, ...tree }: ActionGround,
  { words, isNeeded, context }: NodeManner,
  work: (place: ActionPlace) => Promise<Result>,
): Promise<Result> {
  if (!isNeeded && words['rpc-url'].length === 0 && words.block === undefined) {
    const known = { knownFacts: knowledgeAt(chainId), reads: null }
    return work({ place: { ...tree, ...known, chainId: chainId ?? 0 }, chainId })
  }
  const { blockTagOf, onChain } = await import('./node-input.ts')
  return onChain(nodeWordsOf(words, chainId), context, async (chain) => {
    const block = await chain.readBlock(blockTagOf(words.block))
    const knownFacts = knowledgeAt(chain.id)
    const reads: TreeContext['reads'] = (calls) => chain.readCalls(calls, block)
    return work({ place: { ...tree, knownFacts, reads, chainId: chain.id }, chainId: chain.id })
  })
}

/**
 * Does work with a tree of which everything is known that the chain tells of its accounts.
 *
 * @throws as {@link atPlace}.
 */
export async function atLearnedPlace<Result>(
  ground: ActionGround,
  manner: NodeManner,
  work: (place: TreeContext) => Result,
): Promise<Result> {
  return atPlace(ground, manner, async ({ place }) =>
    work({ ...place, knownFacts: await fetchFacts(place) }),
  )
}

/** Names a node as commands with a chain do. */
export function nodeWordsOf(words: ReadWords, chainId: number | null) {
  const chain = chainId === null ? undefined : String(chainId)
  return { 'rpc-url': words['rpc-url'], chain, block: words.block }
}
