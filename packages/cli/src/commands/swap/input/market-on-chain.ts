import type { Address } from '@vaultwright/base'
import { type BuildContext, type Built, fetchFacts, type TreeContext } from '@vaultwright/builder'
import { type Chain, openChainAt, readUnits } from '@vaultwright/chain'
import { rootHolderOf, swapPolicyOf } from '@vaultwright/definition'
import { parseAddress } from '@vaultwright/merkle'
import type { SwapTokenSource } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import { emptyFacts, type KnownFacts, mergeFacts } from '@vaultwright/protocols'
import type { SwapMarket, SwapPolicy, SwapToken } from '@vaultwright/swap'
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
  ActionNodeOptions & {
    readonly tree: string | undefined
    readonly from: string | undefined
    /** The words for the tokens of the one pair that is quoted: what its venues say is read with the quote. */
    readonly pair?: readonly (string | undefined)[]
  }

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
    const tag = blockTagOf(options.block)
    const { chain, block } = await untilInterrupted(signal, openChainAt(rpc, { id: chainId }, tag))
    const read = async () => {
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
  const offline = actionTree.knownFactsAt(chain.id)
  // The quote of a pair asks its own venues: then accounts of other leaves need not tell anything first.
  const named = namedTokensOf(actionTree, options)
  const facts = named === null ? await fetchFacts({ ...bare, knownFacts: offline }) : offline
  const tokens = named ?? tokensOf(marketFor({ ...bare, knownFacts: facts }, []))
  const counted = await withUnits(tokens, facts, { chain, block })
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

/** Both tokens of a pair and those of reserves; null where the definition does not name each of the pair once. */
function namedTokensOf(
  { definedChain }: ActionTree,
  { pair = [] }: SwapOptions,
): readonly SwapToken[] | null {
  const entries = [...(definedChain?.tokens ?? [])]
  const namedBy = (word = '') =>
    entries.filter(([name, { symbol, address }]) =>
      [name, symbol, address.toLowerCase()].some(
        (one) => one === word || one === word.toLowerCase(),
      ),
    )
  const named = pair.map(namedBy)
  if (named.length !== 2 || named.some(({ length }) => length !== 1)) return null
  const reserved = Object.keys(definedChain?.swap?.reserve ?? {}).map(namedBy)
  return [...named, ...reserved].flat().map(([name, { address, symbol, decimals }]) => ({
    address,
    symbol: symbol ?? name,
    decimals,
  }))
}

function tokensOf({ pairs }: SwapMarket): readonly SwapToken[] {
  return pairs.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
}

/** Tokens that nothing knows tell their symbols and decimals themselves. */
async function withUnits(
  tokens: readonly SwapToken[],
  facts: KnownFacts,
  { chain, block }: Pick<MarketOnChain, 'chain' | 'block'>,
): Promise<KnownFacts> {
  const silent = tokens.flatMap(({ address, decimals }) =>
    decimals === null && facts.tokenOf(address) === null ? [address] : [],
  )
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
