import { type Address, finishSteps, isSameAddress, type Steps } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import {
  type KnownFacts,
  type Owner,
  type Permission,
  permissionSteps,
  venueOf,
} from '@vaultwright/protocols'
import { chainOf, nativeAsset } from '@vaultwright/registry'
import { type ApprovalSlots, approvalSlotsOf } from './approval-index.ts'
import { type ForeignSwap, foreignSwapOf } from './foreign-recipient.ts'
import { orderIndexOf, orderPermissionOf } from './order-permission.ts'
import { headOf, type LocatedVenue, paysOther, venuesOf } from './pair-venue.ts'
import type { PairVenue, SwapPair, SwapToken } from './swap-pair.ts'
import { tokenChoiceOf } from './venue-token.ts'

/** A tree, whose it is, and what is known. */
export type MarketInput = {
  /** In slot order. */
  readonly leaves: readonly Leaf[]
  readonly owner: Owner
  readonly knownFacts: KnownFacts
  readonly chainId: number
  /** Routes whose calldata a configured third party makes; none by default. */
  readonly offeredRoutes?: ReadonlySet<string>
}

/** The swaps that a tree permits its strategist. */
export type SwapMarket = {
  /** By the two addresses. */
  readonly pairs: readonly SwapPair[]
  /** Venues whose tokens are not known: each of them would belong to some pair. */
  readonly unplaced: readonly PairVenue[]
  /** Everything that the tree permits. */
  readonly permissions: readonly Permission[]
  readonly approvals: ApprovalSlots
}

/** Reads a tree as `marketSteps` does, at once. */
export function marketOf(input: MarketInput): SwapMarket {
  return finishSteps(marketSteps(input))
}

/**
 * Lists every pair that a tree lets its strategist swap, and every way of each, in steps.
 *
 * It needs no node: what neither leaves nor facts tell is `unplaced`.
 */
export function* marketSteps(input: MarketInput): Steps<SwapMarket> {
  const { leaves, owner, knownFacts, offeredRoutes = new Set() } = input
  const { permissions, claims } = yield* permissionSteps(leaves, owner, { knownFacts })
  const approvals = approvalSlotsOf(permissions)
  const context = { vault: owner.vault, knownFacts, approvals, offeredRoutes }
  const located: LocatedVenue[] = []
  for (const permission of permissions) {
    yield
    located.push(...venuesOf(permission, context))
  }
  for (const [slot, leaf] of leaves.entries()) {
    if (claims[slot] !== null) continue
    yield
    const foreign = foreignSwapOf(leaf, slot, owner)
    if (foreign !== null) located.push(foreignVenueOf(foreign, leaf, knownFacts))
  }
  const byPair = new Map<string, LocatedVenue[]>()
  const unplaced: PairVenue[] = []
  for (const entry of located) {
    if (entry.sellToken === null || entry.buyToken === null) unplaced.push(entry.venue)
    else {
      const key = `${entry.sellToken}|${entry.buyToken}`.toLowerCase()
      const listed = byPair.get(key)
      if (listed === undefined) byPair.set(key, [entry])
      else listed.push(entry)
    }
  }
  yield
  const orders = orderIndexOf(permissions)
  const pairs: SwapPair[] = []
  for (const key of [...byPair.keys()].sort()) {
    yield
    const [first, ...further] = byPair.get(key)!
    const [sellToken, buyToken] = [first!.sellToken!, first!.buyToken!]
    pairs.push({
      sellToken: swapTokenOf(sellToken, input),
      buyToken: swapTokenOf(buyToken, input),
      venues: [first!, ...further].map(({ venue }) => venue).sort(byRouteAndSlot),
      limitOrder: orderPermissionOf({ orders, approvals, input }, sellToken, buyToken),
    })
  }
  return { pairs, unplaced: unplaced.sort(byRouteAndSlot), permissions, approvals }
}

/** Finds a pair of a market; null when the tree has no way from one token to the other. */
export function pairOf(
  { pairs }: SwapMarket,
  sellToken: Address,
  buyToken: Address,
): SwapPair | null {
  return (
    pairs.find(
      (pair) =>
        isSameAddress(pair.sellToken.address, sellToken) &&
        isSameAddress(pair.buyToken.address, buyToken),
    ) ?? null
  )
}

/** The number of tokens in between that are tried. */
const maxMiddles = 6

/** Lists the tokens by way of which a market swaps one token for another. */
export function middlesOf(
  market: SwapMarket,
  sellToken: Address,
  buyToken: Address,
): readonly Address[] {
  return market.pairs
    .filter((pair) => isSameAddress(pair.sellToken.address, sellToken))
    .map((pair) => pair.buyToken.address)
    .filter((token) => !isSameAddress(token, buyToken))
    .filter((token) => pairOf(market, token, buyToken) !== null)
    .slice(0, maxMiddles)
}

/** Says what is known of a token without a chain. */
export function swapTokenOf(
  address: Address,
  { knownFacts, chainId }: Pick<MarketInput, 'knownFacts' | 'chainId'>,
): SwapToken {
  const unit = knownFacts.tokenOf(address)
  if (unit !== null) return { address, symbol: unit.symbol, decimals: unit.decimals }
  if (address === nativeAsset) {
    return { address, symbol: chainOf(chainId)?.nativeSymbol ?? null, decimals: 18 }
  }
  return { address, symbol: knownFacts.labelOf(address), decimals: null }
}

function foreignVenueOf(foreign: ForeignSwap, leaf: Leaf, knownFacts: KnownFacts): LocatedVenue {
  const { pattern, binding, slot, recipient } = foreign
  const { action } = pattern
  const venue = venueOf(action.route)!
  const leafSlot = { slot, decoder: leaf.decoder }
  const permission: Permission = {
    action,
    binding,
    drone: null,
    plain: pattern.canSendValue ? null : leafSlot,
    valued: pattern.canSendValue ? leafSlot : null,
    approvals: [],
    missing: [],
    unknown: [],
  }
  const input = { action, binding, knownFacts }
  const [sold, bought] = [tokenChoiceOf(venue.sold, input), tokenChoiceOf(venue.bought, input)]
  return {
    sellToken: sold.tokens?.[0] ?? null,
    buyToken: bought.tokens?.[0] ?? null,
    venue: {
      ...headOf(venue, permission),
      leaves: [{ slot, approvalSlot: null }],
      state: 'recipient_not_vault',
      why: paysOther(recipient),
    },
  }
}

function byRouteAndSlot(one: PairVenue, other: PairVenue): number {
  if (one.route !== other.route) return one.route < other.route ? -1 : 1
  return one.leaves[0]!.slot - other.leaves[0]!.slot
}
