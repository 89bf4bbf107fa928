import type { PairVenue, PermittingLeaf, SwapPair, SwapToken } from '@vaultwright/swap'
import type { PermittingLeafData, SwapTokenData } from './swap-field.ts'
import type { SwapPairData } from './swap-pair.ts'

/** Turns a pair of a tree into the words of the interface. */
export function swapPairOf({ sellToken, buyToken, venues, limitOrder }: SwapPair): SwapPairData {
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

/** Tells whether ERC-4626 vaults alone trade a pair: a deposit is not a swap unless it is asked for. */
export function isDepositPair({ venues }: Pick<SwapPairData, 'venues'>): boolean {
  return venues.every(({ route }) => route.startsWith('erc_4626/'))
}

/** Turns a token into the words of the interface. */
export function swapTokenOf({ symbol, address, decimals }: SwapToken): SwapTokenData {
  return { symbol, address, decimals }
}

/** Turns a leaf that a tree lacks into the words of the interface. */
export function permittingLeafOf(leaf: PermittingLeaf): PermittingLeafData {
  return {
    decoder: leaf.decoder,
    target: leaf.target,
    value: leaf.canSendValue,
    signature: leaf.signature,
    arguments: [...leaf.arguments],
    leaf_digest: leaf.digest,
  }
}

function venueOf(venue: PairVenue): SwapPairData['venues'][number] {
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
