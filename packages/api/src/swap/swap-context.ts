import type { SwapContext } from '@vaultwright/operations'
import type { BlockTag } from '@vaultwright/outcome'
import { reservedByOrders } from './order-state.ts'
import { type ReadyChain, type StrategistSwap, swapBuildContextOf } from './strategist-swap.ts'

/** The caller of a quote, and its block. */
export type QuoteAsker = { readonly block: BlockTag; readonly signal: AbortSignal }

/** Makes what a quote is made with: the tree, the policy, third parties, and what open orders still sell. */
export async function swapContextOf(
  place: StrategistSwap,
  ready: ReadyChain,
  { block, signal }: QuoteAsker,
): Promise<SwapContext> {
  const { context, at: strategistRef, rules } = place
  return {
    chain: ready.chain,
    forks: ready.access.forks?.() ?? null,
    build: await swapBuildContextOf(place, null),
    strategist: strategistRef.strategist,
    policy: rules.policy,
    aggregators: context.swaps.aggregators,
    orderBook: context.swaps.orderBookOf(place.chainId),
    readReserved: (pinned) => reservedByOrders(place, { chain: ready.chain, block: pinned }),
    contracts: new Map(),
    block,
    signal,
  }
}
