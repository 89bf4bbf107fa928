import type { Address } from '@vaultwright/base'
import type { Built } from '@vaultwright/builder'
import type { SwapCandidate, SwapQuote, SwapReceipt, SwapRequest } from '@vaultwright/swap'

/** The order to build: a candidate of a quote that was made, or the best for a wish. */
export type MarketOrder = {
  readonly of:
    | {
        readonly kind: 'quote'
        readonly receipt: SwapReceipt
        /** Null for the best. */
        readonly candidate: string | null
        /** Unix seconds. */
        readonly expiresAtUnix: bigint
      }
    | { readonly kind: 'wish'; readonly wish: SwapRequest }
  /** Base units of what is bought: a least of the caller's own, which only raises the least. */
  readonly minBuyAmount: bigint | null
  /** Builds without a bound where there are no prices; needs `minBuyAmount` above zero. */
  readonly acceptsUnbounded: boolean
}

/** An allowance that the transaction leaves. */
type AllowanceLeft = {
  readonly token: Address
  readonly spender: Address
  readonly amount: bigint
}

/** Manager calldata of a swap at the newest block. */
export type MarketTransaction = {
  /** Approvals, swaps and what takes approvals back, proven. */
  readonly built: Built
  /** Of the newest block; the candidate is one of its. */
  readonly quote: SwapQuote
  readonly candidate: SwapCandidate
  /** Base units: what the calldata demands of all legs together. */
  readonly least: bigint
  /** Unix seconds; null where no leg has one. */
  readonly deadlineUnix: bigint | null
  readonly approvalsLeft: readonly AllowanceLeft[]
}
