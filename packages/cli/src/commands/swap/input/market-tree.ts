import { fetchFacts, type TreeContext } from '@vaultwright/builder'
import type { SwapTokenSource } from '@vaultwright/operations'
import { marketOf, type SwapMarket, type SwapPair, type SwapToken } from '@vaultwright/swap'
import { type ActionTree, withActionTree } from '../../../input/strategist-tree.ts'
import type { ActionNodeOptions } from '../../../input/tree-option.ts'
import type { Context } from '../../../terminal/context.ts'
import { tokenMeant } from './field.ts'

/** The requested swaps of a tree. */
export type Routes = {
  readonly market: SwapMarket
  /** Those of the filters. */
  readonly pairs: readonly SwapPair[]
}

type RoutesOptions = ActionNodeOptions & {
  readonly sell: string | undefined
  readonly buy: string | undefined
  readonly quiet: boolean
}

/** Lists what a tree swaps; a node that is named tells what leaves and facts do not. */
export async function readRoutes(
  read: ActionTree,
  options: RoutesOptions,
  context: Context,
): Promise<Routes> {
  const settings = { options, isNeeded: false, context }
  const { market, chainId } = await withActionTree(read, settings, async ({ place }) => ({
    market: marketFor({ ...place, knownFacts: await fetchFacts(place) }, []),
    chainId: place.chainId,
  }))
  const source = { market, others: definedTokensOf(read), chainId }
  return { market, pairs: pairsMeant(source, options) }
}

/** Reads what a tree swaps, with what is known of it. */
export function marketFor(
  { tree, vault, manager, drones = [], knownFacts, chainId }: TreeContext,
  offeredRoutes: Iterable<string>,
): SwapMarket {
  const owner = { vault, manager, drones }
  const { leaves } = tree
  return marketOf({ leaves, owner, knownFacts, chainId, offeredRoutes: new Set(offeredRoutes) })
}

/** Tokens that a definition names. */
export function definedTokensOf({ definedChain }: ActionTree): readonly SwapToken[] {
  const tokens = [...(definedChain?.tokens ?? [])]
  return tokens.map(([name, { address, symbol, decimals }]) => ({
    address,
    symbol: symbol ?? name,
    decimals,
  }))
}

function pairsMeant(source: SwapTokenSource, { sell, buy }: RoutesOptions): readonly SwapPair[] {
  const sold = sell === undefined ? null : tokenMeant(sell, source, 'sell_token')
  const bought = buy === undefined ? null : tokenMeant(buy, source, 'buy_token')
  const isMeant = (wanted: SwapToken | null, token: SwapToken) =>
    wanted === null || wanted.address.toLowerCase() === token.address.toLowerCase()
  return source.market.pairs.filter(
    ({ sellToken, buyToken }) => isMeant(sold, sellToken) && isMeant(bought, buyToken),
  )
}
