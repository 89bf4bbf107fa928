import type { Address } from '@vaultwright/base'
import { type BuildContext, type Built, fetchFacts, type TreeContext } from '@vaultwright/builder'
import { type Chain, openChain, readUnits } from '@vaultwright/chain'
import { rootHolderOf, swapPolicyOf } from '@vaultwright/definition'
import { parseAddress } from '@vaultwright/merkle'
import type { SwapTokenSource } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import { emptyFacts, type KnownFacts, mergeFacts } from '@vaultwright/protocols'
import type { SwapMarket, SwapPolicy } from '@vaultwright/swap'
import { untilInterrupted } from '../../../command/service.ts'
import { UsageError } from '../../../command/usage.ts'
import { openNode } from '../../../input/node.ts'
import { blockTagOf } from '../../../input/node-option.ts'
import {
  type ActionTree,
  chainAsked,
  nodeOptionsOf,
  readActionTree,
} from '../../../input/strategist-tree.ts'
import type { ActionNodeOptions, ActionTreeOptions } from '../../../input/tree-option.ts'
import type { Context } from '../../../terminal/context.ts'
import { type BuiltHere, type BuiltOptions, finishBuilt } from '../../../transaction/built.ts'
import { definedTokensOf, marketFor } from './market-tree.ts'

/** The swaps of a tree, and the chain at one block. */
export type MarketOnChain = {
  readonly chain: Chain
  readonly block: BlockRef
  /** URLs of the node with their credentials: never to be printed. */
  readonly urls: readonly string[]
  /** Deadlines count from the block. */
  readonly build: BuildContext
  readonly market: SwapMarket
  readonly tokens: SwapTokenSource
  /** Null where no definition has one. */
  readonly policy: SwapPolicy | null
  /** Null where neither an option nor a definition tells. */
  readonly strategist: Address | null
}

export type SwapOptions = ActionTreeOptions &
  ActionNodeOptions & { readonly tree: string | undefined; readonly from: string | undefined }

/** Does work with what a tree swaps, on the node that is named; the node is closed after it. */
export async function onMarket<Result>(
  options: SwapOptions,
  context: Context,
  work: (onChain: MarketOnChain) => Promise<Result>,
): Promise<Result> {
  const actionTree = await readActionTree(options.tree, options, context)
  const { signal } = context
  const nodeOptions = nodeOptionsOf(options, chainAsked(actionTree, options))
  const { rpc, chainId, urls } = await untilInterrupted(signal, openNode(nodeOptions, context))
  try {
    const chain = await untilInterrupted(signal, openChain(rpc, { id: chainId }))
    const read = async () => {
      const block = await chain.readBlock(blockTagOf(options.block))
      return { chain, block, urls, ...(await readMarket(actionTree, options, { chain, block })) }
    }
    return await untilInterrupted(signal, read().then(work))
  } finally {
    await rpc.close()
  }
}

/** Refuses to go on without a sender: what a swap comes to depends on who sends it. */
export function assertStrategist({ strategist }: Pick<MarketOnChain, 'strategist'>): Address {
  if (strategist !== null) return strategist
  throw new UsageError(
    'The strategist that sends the swap is not known. Give --from, or --definition with --strategist.',
    { option: 'from' },
  )
}

export type SwapBuildOptions = SwapOptions & BuiltOptions

type SwapSite = {
  readonly onChain: MarketOnChain
  readonly options: SwapBuildOptions
  readonly context: Context
}

/** Simulates what a swap came to where that is wanted, and writes its files. */
export function finishSwap(
  built: Built,
  { onChain, options, context }: SwapSite,
): Promise<BuiltHere> {
  const { build, chain, strategist } = onChain
  const sender = options.simulate ? assertStrategist(onChain) : strategist
  const batch = { built, isBatch: true, context: build, chainId: chain.id }
  return finishBuilt(batch, { ...options, from: sender ?? undefined }, context)
}

async function readMarket(
  actionTree: ActionTree,
  options: SwapOptions,
  { chain, block }: Pick<MarketOnChain, 'chain' | 'block'>,
): Promise<Omit<MarketOnChain, 'chain' | 'block' | 'urls'>> {
  const { tree, vault, manager, drones, definedChain, strategist } = actionTree
  const reads: TreeContext['reads'] = (calls) => chain.readCalls(calls, block)
  const bare = { tree, vault, manager, drones, chainId: chain.id, reads }
  const facts = await fetchFacts({ ...bare, knownFacts: actionTree.knownFactsAt(chain.id) })
  const counted = await withUnits(marketFor({ ...bare, knownFacts: facts }, []), facts, {
    chain,
    block,
  })
  const build = { ...bare, knownFacts: counted, managerTree: null, now: block.timestamp }
  const market = marketFor(build, [])
  const definedTokens = definedTokensOf(actionTree).map((token) => {
    const { address } = token
    return { ...token, decimals: token.decimals ?? counted.tokenOf(address)?.decimals ?? null }
  })
  const holder =
    definedChain === null || strategist === null ? null : rootHolderOf(definedChain, strategist)
  return {
    build,
    market,
    tokens: { market, others: definedTokens, chainId: chain.id },
    policy: definedChain === null ? null : swapPolicyOf(definedChain, counted),
    strategist: options.from === undefined ? holder : parseAddress(options.from),
  }
}

/** Tokens of a market that nothing knows tell their symbols and decimals themselves. */
async function withUnits(
  { pairs }: SwapMarket,
  facts: KnownFacts,
  { chain, block }: Pick<MarketOnChain, 'chain' | 'block'>,
): Promise<KnownFacts> {
  const tokens = pairs.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  const silent = tokens.flatMap(({ address, decimals }) => (decimals === null ? [address] : []))
  if (silent.length === 0) return facts
  const units = new Map(
    (await readUnits(chain, [...new Set(silent)], block)).flatMap(
      ({ address, symbol, decimals }) =>
        decimals === null
          ? []
          : [
              [
                address.toLowerCase(),
                { symbol: symbol ?? address, decimals, resetsApproval: null },
              ],
            ],
    ),
  )
  const tokenOf: KnownFacts['tokenOf'] = (account) => units.get(account.toLowerCase()) ?? null
  return mergeFacts([facts, { ...emptyFacts, tokenOf }])
}
