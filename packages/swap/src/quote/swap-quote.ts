import type { Address, Hex } from '@vaultwright/base'
import type { FreeField } from '@vaultwright/protocols'
import type { PermittingLeaf, SwapToken } from '../market/swap-pair.ts'
import type { SwapRefusal } from '../offer/swap-refusal.ts'
import type { SwapReceipt } from './swap-receipt.ts'

/** The requested swap. */
export type SwapRequest = {
  readonly sellToken: Address
  readonly buyToken: Address
  /** Base units; null sells the balance above the reserve, or as little as `buyAmount` takes. */
  readonly sellAmount: bigint | null
  /** The least that is to be bought, base units: with `sellAmount` null what is sold follows from it. */
  readonly buyAmount?: bigint
  /** The most that may be sold for `buyAmount`, base units; without it the balance above the reserve. */
  readonly maxSellAmount?: bigint
  readonly slippageBps: bigint
  /** Routes to use; null for all that are permitted. */
  readonly venues: readonly string[] | null
  /** Calldata that third parties made, by route. */
  readonly calldata: readonly { readonly route: string; readonly data: Hex }[]
  readonly canSplit: boolean
  readonly maxHops: 1 | 2
  /** Also asks venues that the tree lacks. */
  readonly withRefused: boolean
}

/** An amount that is to be bought, and the most that may be sold for it; null is the balance. Base units. */
export type ExactOutput = { readonly buyAmount: bigint; readonly maxSellAmount: bigint | null }

/** One call of a candidate: an action with the parameters that its builder takes. */
export type SwapLeg = {
  readonly route: string
  /** The parameters that distinguish it, in display form: fee tiers, coin indices, a pool. */
  readonly params: Readonly<Record<string, string>>
  readonly sellToken: Address
  readonly buyToken: Address
  /** Base units of `sellToken`. */
  readonly sellAmount: bigint
  /** Of the whole amount; the legs of one hop sum to 10,000. */
  readonly shareBps: bigint
  /** Base units of `buyToken` that the leg's own calldata demands; null until it may be built. */
  readonly least: bigint | null
}

/** The way an output is known. Only an executed one may be the best. */
type QuoteMethod = 'executed' | 'view' | 'offered'

/** The remainder of a token of two hops, because the second sells the minimum output of the first. */
export type Leftover = { readonly token: Address; readonly amount: bigint }

/** One way to swap, measured. Amounts in base units; fractions of a basis point as exact decimals. */
export type SwapCandidate = {
  /** `c1`, `c2` … in the order of the plan. */
  readonly id: string
  readonly legs: readonly SwapLeg[]
  readonly method: QuoteMethod
  readonly buyAmount: bigint
  /** A third party's word; null where there is none. */
  readonly offeredAmount: bigint | null
  /** The minimum that calldata would demand; null where it may not be built. */
  readonly least: bigint | null
  /** Against what the tokens are worth, `211.4831`; null without prices. */
  readonly lossBps: string | null
  /** Against a thousandth of the amount, of every leg; null where one of them is not known. */
  readonly impactBps: string | null
  /** Why `impactBps` is null; null where it is not. */
  readonly impactReason: string | null
  readonly gasUsed: bigint
  /** Output less the gas at its price; null where the native coin has no price. */
  readonly netOfGas: bigint | null
  /** Null without a bound. */
  readonly isWithinBound: boolean | null
  readonly leftover: readonly Leftover[]
  /** The fields that its own calls leave open and that cost money: a conversion demands no minimum. */
  readonly free: readonly FreeField[]
  readonly refusal: SwapRefusal | null
}

/** An order at the price that a book named, beside what executes at once. Amounts in base units. */
export type OrderOffer = {
  readonly book: string
  readonly validForSeconds: bigint
  /** The limit of the order: the vault gets it or more, or nothing is sold. */
  readonly buyAmount: bigint
  /** Of the sold token: the limit is what is left after it. */
  readonly feeAmount: bigint
  readonly isVerified: boolean
  /** Against what the tokens are worth; null without prices. */
  readonly lossBps: string | null
  /** Null without a bound. */
  readonly isWithinBound: boolean | null
  /** Its place among the candidates by output, from 1; one that may not be placed comes after all that may be built. */
  readonly rank: number
  readonly refusal: SwapRefusal | null
  /** Says that it may not fill, and compares it with the best that executes at once. */
  readonly note: string
}

/** A venue that gave no candidate. */
export type RefusedVenue = SwapRefusal & {
  readonly route: string
  readonly params: Readonly<Record<string, string>>
}

/** A venue that the tree lacks, with what it would have bought and the leaf that would permit it. */
export type UnpermittedVenue = {
  /** The name of the third party alone where no decoder reads its calldata. */
  readonly route: string
  readonly params: Readonly<Record<string, string>>
  readonly buyAmount: bigint
  readonly method: 'view' | 'offered'
  /** Null where no decoder reads the calldata of who offers it. */
  readonly permittingLeaf: PermittingLeaf | null
}

/** The worth of an asset by one source. */
export type PriceStatement = {
  readonly asset: Address
  readonly source: string
  /** Exact decimal. */
  readonly price: string
  readonly per: Address | 'usd'
  readonly asOfUnix: bigint
}

/** The worth of the tokens by the vault's own prices. */
export type FairValue = { readonly buyAmount: bigint; readonly sources: readonly PriceStatement[] }

/** Every way to swap, measured at one block and ranked. */
export type SwapQuote = {
  readonly chainId: number
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly blockUnix: bigint
  readonly root: Hex
  readonly sellToken: SwapToken
  readonly buyToken: SwapToken
  readonly sellAmount: bigint
  /** The amount that is to be bought; null where an amount is sold. */
  readonly exactOutput: ExactOutput | null
  readonly slippageBps: bigint
  /** Null without prices; then `fairReason` says why. */
  readonly fair: FairValue | null
  readonly fairReason: string | null
  /** The least that the policy lets a swap buy; null without a policy or prices. */
  readonly bound: { readonly maxLossBps: bigint; readonly least: bigint } | null
  /** Id of a candidate; null where none may be built. */
  readonly best: string | null
  /** The best first. */
  readonly candidates: readonly SwapCandidate[]
  /** An order at the price of a book, which may not fill: never the best. Left out where no book offered one. */
  readonly order?: OrderOffer
  readonly refused: readonly RefusedVenue[]
  /** Sentences that compare the best with the next. */
  readonly why: readonly string[]
  readonly unpermitted: readonly UnpermittedVenue[]
  readonly receipt: SwapReceipt
}
