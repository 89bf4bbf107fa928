import type { Address, Hex } from '@vaultwright/base'
import type { PermittingLeafData, SwapTokenData } from './swap-field.ts'
import type { SwapPairData } from './swap-pair.ts'

/** A token, as swaps know it. */
export type SwapTokenInput = {
  readonly address: Address
  readonly symbol: string | null
  readonly decimals: number | null
}

/** A leaf that a tree lacks, as swaps say it. */
export type PermittingLeafInput = {
  readonly decoder: Address | null
  readonly target: Address
  readonly canSendValue: boolean
  readonly signature: string
  readonly arguments: readonly Address[]
  readonly digest: Hex | null
}

/** A way of a tree to swap a pair, as swaps say it. */
export type PairVenueInput = {
  readonly route: string
  readonly title: string
  readonly kind: 'exchange' | 'conversion' | 'aggregator'
  readonly target: Address | null
  readonly drone: Address | null
  readonly quoting: 'executed' | 'offered'
  readonly variants: Readonly<Record<string, readonly string[]>>
  readonly hasDeadline: boolean
  readonly leaves: readonly { readonly slot: number; readonly approvalSlot: number | null }[]
  readonly state: SwapPairData['venues'][number]['state']
  readonly why: string | null
  readonly free: readonly { readonly field: string; readonly why: string }[]
}

/** A pair of a tree, as swaps say it. */
export type SwapPairInput = {
  readonly sellToken: SwapTokenInput
  readonly buyToken: SwapTokenInput
  readonly venues: readonly PairVenueInput[]
  readonly limitOrder:
    | { readonly state: 'ready' }
    | { readonly state: 'approval_missing'; readonly why: string }
    | {
        readonly state: 'not_permitted'
        readonly why: string
        readonly permittingLeaf: PermittingLeafInput
      }
}

/** Turns a pair of a tree into the words of the interface. */
export function swapPairOf({
  sellToken,
  buyToken,
  venues,
  limitOrder,
}: SwapPairInput): SwapPairData {
  return {
    sell_token: swapTokenOf(sellToken),
    buy_token: swapTokenOf(buyToken),
    venues: venues.map(venueOf),
    limit_order: {
      state: limitOrder.state,
      why: limitOrder.state === 'ready' ? null : limitOrder.why,
      leaf_that_would_permit:
        limitOrder.state === 'not_permitted' ? permittingLeafOf(limitOrder.permittingLeaf) : null,
    },
  }
}

/** Turns a token into the words of the interface. */
export function swapTokenOf({ symbol, address, decimals }: SwapTokenInput): SwapTokenData {
  return { symbol, address, decimals }
}

/** Turns a leaf that a tree lacks into the words of the interface. */
export function permittingLeafOf(leaf: PermittingLeafInput): PermittingLeafData {
  return {
    decoder: leaf.decoder,
    target: leaf.target,
    value: leaf.canSendValue,
    signature: leaf.signature,
    arguments: [...leaf.arguments],
    leaf_digest: leaf.digest,
  }
}

function venueOf(venue: PairVenueInput): SwapPairData['venues'][number] {
  const variants = Object.entries(venue.variants).map(([name, values]) => [name, [...values]])
  return {
    route: venue.route,
    venue: venue.title,
    kind: venue.kind,
    target: venue.target,
    actor: venue.drone ?? 'vault',
    quoting: venue.quoting,
    variants: Object.fromEntries(variants),
    has_deadline: venue.hasDeadline,
    leaves: venue.leaves.map(({ slot, approvalSlot }) => ({
      leaf_index: slot,
      approval: approvalSlot,
    })),
    state: venue.state,
    why: venue.why,
    free: venue.free.map(({ field, why }) => ({ field, why })),
  }
}
