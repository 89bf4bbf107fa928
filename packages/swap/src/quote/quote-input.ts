import type { Address, Hex } from '@vaultwright/base'
import type { VenueKind } from '@vaultwright/protocols'
import type { SwapToken } from '../market/swap-pair.ts'
import type { SwapRefusal } from '../offer/swap-refusal.ts'
import type { MissingPrice } from './exact-price.ts'
import type { Leftover, PriceStatement, SwapRequest, UnpermittedVenue } from './swap-quote.ts'

/** Limits of the policy that a quote is judged by. */
type QuoteLimits = {
  readonly maxLossBps: bigint
  readonly maxImpactBps: bigint
  readonly deviationBps: bigint
}

/** A leg as it was tried. */
export type MeasuredLeg = {
  readonly route: string
  readonly title: string
  readonly kind: VenueKind
  /** The parameters that distinguish it, in display form. */
  readonly params: Readonly<Record<string, string>>
  /** Slot of its leaf. */
  readonly slot: number
  readonly drone: Address | null
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  /** Base units that it bought where it ran; null where legs cannot be told apart. */
  readonly bought: bigint | null
  /** True if its own calldata can demand a minimum. */
  readonly hasLeast: boolean
  /** The calldata of a third party and its fields; null for calldata of our own. */
  readonly given: GivenCalldata | null
  /** The same venue with a thousandth of the amount; null where that was not tried. */
  readonly thousandth: SmallSale | null
}

/** The output of a venue for an amount that does not move its price. Base units. */
export type SmallSale = { readonly sold: bigint; readonly bought: bigint }

/** A third party's calldata, and the numbers in it. */
export type GivenCalldata = {
  readonly data: Hex
  readonly least: bigint
  /** The maximum that the router pays; null where it keeps nothing. */
  readonly quote: bigint | null
  /** The output that its maker named; null where only calldata was given. */
  readonly offered: bigint | null
}

/** One way to swap, and what execution said of it. Amounts in base units. */
export type Measurement = {
  readonly id: string
  /** In the order of the calls; of two hops the second follows the first. */
  readonly legs: readonly MeasuredLeg[]
  readonly isSuccess: boolean
  /** Why it reverted or was never run; null of a success. */
  readonly failure: SwapRefusal | null
  readonly gasUsed: bigint
  /** The amount that left the holder of the sold token. */
  readonly sold: bigint
  /** The amount that the holder of the bought token got. */
  readonly bought: bigint
  /** True if logs and balances of both tokens agree, and each leg pulled its stated amount. */
  readonly isReconciled: boolean
  /** True if a minimum of one base unit more makes it fail; null where that was not tried. */
  readonly isLeastEnforced: boolean | null
  /** Watched tokens of the vault that fell though they are not sold. */
  readonly lost: readonly Leftover[]
  readonly leftover: readonly Leftover[]
  /** The part of the amount that its pool carries where it does not sell the whole; absent where nothing tells. */
  readonly part?: PartialSale
}

/** An amount that a venue sold at once, and the least that it is known not to sell. Base units. */
export type PartialSale = { readonly sold: bigint; readonly refused: bigint }

/** The answer of an order book that was asked beside the venues: the word of a third party, which nothing executed. */
export type BookReading = {
  /** As its adapter is called. */
  readonly book: string
  readonly validForSeconds: bigint
  /** Base units; null with a failure. */
  readonly offer: {
    /** Bought for what is left after the fee. */
    readonly buyAmount: bigint
    /** The part of the sold amount that solvers are expected to keep. */
    readonly feeAmount: bigint
    /** True if the book says that it simulated the price. */
    readonly isVerified: boolean
  } | null
  readonly failure: SwapRefusal | null
}

/** A token of which another amount arrives than is sent. */
export type TokenFault = {
  readonly token: Address
  readonly sent: bigint
  readonly arrived: bigint
}

/** Everything that a quote follows from. */
export type QuoteInputs = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockUnix: bigint
  readonly root: Hex
  readonly vault: Address
  readonly wish: SwapRequest
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  readonly sellAmount: bigint
  /** Null without a policy. */
  readonly limits: QuoteLimits | null
  readonly statements: readonly PriceStatement[]
  readonly failures: readonly MissingPrice[]
  /** Wei a gas; null where it is not known. */
  readonly gasPriceWei: bigint | null
  /** The asset whose price is the native coin's; null where none is known. */
  readonly nativeAsset: Address | null
  /** In the order of the plan. */
  readonly measurements: readonly Measurement[]
  readonly unpermitted: readonly UnpermittedVenue[]
  /** Of the two tokens. */
  readonly faults: readonly TokenFault[]
  /** The answer of an order book; left out where none was asked. */
  readonly order?: BookReading
}
