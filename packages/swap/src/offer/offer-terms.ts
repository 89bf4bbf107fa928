import type { Address, Hex } from '@vaultwright/base'
import type { SwapRefusal } from './swap-refusal.ts'

/** The powers of third-party calldata besides the swap. Default: none. */
type OfferPolicy = {
  /** Bits of the router's flags that may be set. */
  readonly flags: bigint
  /** Codes that may be named; zero, which names no one, always may. */
  readonly referrals: readonly bigint[]
  /** The most that each fee or share may be, by its field; zero where none is named. */
  readonly fees: ReadonlyMap<string, bigint>
}

/** Nothing but the swap. */
export const strictOfferPolicy: OfferPolicy = { flags: 0n, referrals: [], fees: new Map() }

/** A third party's call. */
export type OfferedCall = {
  /** Null where only calldata was given. */
  readonly to: Address | null
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}

/** The terms of an offer. */
export type OfferTerms = {
  /** The action that the calldata is for. */
  readonly route: string
  readonly sellToken: Address
  readonly buyToken: Address
  /** Base units. */
  readonly sellAmount: bigint
  /** The account that the leaf names. */
  readonly target: Address
  /** The account that must receive the output: the vault, or the drone that acts for it. */
  readonly receiver: Address
  /** Why no leaf permits the calldata; null where one does. */
  readonly refusalOfLeaf: (data: Hex) => SwapRefusal | null
  readonly policy: OfferPolicy
}
