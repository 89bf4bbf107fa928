import type { Aggregator, OrderBook } from '@vaultwright/aggregator'
import type { Address } from '@vaultwright/base'
import type { BuildContext } from '@vaultwright/builder'
import type { Chain, ForkPool, RunTransaction } from '@vaultwright/chain'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import type { SwapPolicy } from '@vaultwright/swap'

/** The context of a quote: the chain, the strategist's tree, the policy, third parties. */
export type SwapContext = {
  readonly chain: Chain
  /** Measures where the node has no `eth_simulateV1`; null for none. */
  readonly forks: ForkPool | null
  /** The tree, whose it is and what is known. Its `reads` are not used: a quote reads at its own block, from which deadlines count. Its `now` says whether a quote has expired. */
  readonly build: BuildContext
  /** The sender of the transaction. */
  readonly strategist: Address
  /** Null without one: quotes have no bound then. */
  readonly policy: SwapPolicy | null
  readonly aggregators: readonly Aggregator[]
  /** Asked for the price of an order where the tree permits one; left out or null: none is asked. */
  readonly orderBook?: OrderBook | null
  /**
   * Reads the amounts that open orders still sell, which are not free to be sold again · base units by token; null
   * where nothing places orders. It is asked only where a relayer may pull the sold token.
   */
  readonly readReserved: ((block: BlockRef) => Promise<ReadonlyMap<Address, bigint>>) | null
  /** Contracts that quote, by `<protocol>/<role>` as in `uniswap_v3/quoter_v2`; they go before those of the registry. */
  readonly contracts: ReadonlyMap<string, Address>
  /** Block of the quote; a market transaction is always built at the newest. */
  readonly block: BlockTag | BlockRef
  /** Transactions that run before every measurement; none by default. */
  readonly before?: EarlierTransactions
  /** Ends questions to third parties. */
  readonly signal: AbortSignal
}

/** Transactions of the strategist that a swap comes after, in the same block. */
export type EarlierTransactions = {
  readonly transactions: readonly RunTransaction[]
  /** By token: how much less of it may be there than they leave, since their calls demand less. Base units. */
  readonly shortfalls: ReadonlyMap<Address, bigint>
}
