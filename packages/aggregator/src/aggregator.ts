import type { Address, Hex } from '@vaultwright/base'

/** The request to an aggregator: the vault takes and receives. */
export type OfferRequest = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
  /** Base units. */
  readonly sellAmount: bigint
  /** The account that calls and receives: the vault, or its drone. */
  readonly taker: Address
  readonly receiver: Address
  readonly slippageBps: bigint
  /** The action whose leaf permits the calldata; left out where only a price is asked for. */
  readonly route?: string
  /** The minimum that the calldata has to demand, base units; left out without a bound. Not every service takes one. */
  readonly minimum?: bigint
  /** The signer of the transaction. Default: the taker. Some services name it apart. */
  readonly origin?: Address
  /** Of both tokens, for services that do not look them up. */
  readonly decimals?: { readonly sell: number; readonly buy: number }
}

/** A third party's word: never believed. */
type AggregatorOffer = {
  /** Base units. */
  readonly offered: bigint
  readonly validUntilUnix: bigint | null
}

/** Calldata of a third party, as it came: it is never changed. */
export type OfferedCalldata = AggregatorOffer & {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** The answers that it came from, as text. */
  readonly raw: string
}

/** A third party that offers prices and makes calldata. */
export type Aggregator = {
  /** `1inch`, `gluex`. */
  readonly name: string
  /** Routes of actions that its calldata is for; empty where it only offers prices. */
  readonly routes: readonly string[]
  readonly quote: (wish: OfferRequest, signal: AbortSignal) => Promise<AggregatorOffer>
  /** Null where it only offers prices. */
  readonly build: ((wish: OfferRequest, signal: AbortSignal) => Promise<OfferedCalldata>) | null
}
