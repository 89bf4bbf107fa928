import { type Address, isSameAddress } from '@vaultwright/base'
import {
  type Binding,
  type KnownFacts,
  type Permission,
  type SwapVenue,
  venueOf,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import type { ApprovalSlots } from './approval-index.ts'
import type { PairVenue } from './swap-pair.ts'
import { tokenChoiceOf } from './venue-token.ts'

/** A venue, and the pair that it is for; the tokens are null where they are not known. */
export type LocatedVenue = {
  readonly sellToken: Address | null
  readonly buyToken: Address | null
  readonly venue: PairVenue
}

/** The context of reading the venues of a tree. */
export type VenueContext = {
  readonly vault: Address
  readonly knownFacts: KnownFacts
  readonly approvals: ApprovalSlots
  /** Routes whose calldata a configured third party makes. */
  readonly offeredRoutes: ReadonlySet<string>
}

/** Lists the pairs that a permission swaps; none when its action does not swap. */
export function venuesOf(permission: Permission, context: VenueContext): readonly LocatedVenue[] {
  const venue = venueOf(permission.action.route)
  if (venue === null) return []
  const { action, binding } = permission
  const input = { action, binding, knownFacts: context.knownFacts }
  const [sold, bought] = [tokenChoiceOf(venue.sold, input), tokenChoiceOf(venue.bought, input)]
  if (sold.tokens === null || bought.tokens === null) {
    const what = sold.tokens === null ? 'sold' : 'bought'
    const reason = `Neither the leaf nor a known fact tells which token is ${what}. Read it from a chain, or lock it.`
    return [
      {
        sellToken: sold.tokens?.length === 1 ? sold.tokens[0]! : null,
        buyToken: bought.tokens?.length === 1 ? bought.tokens[0]! : null,
        venue: {
          ...headOf(venue, permission),
          leaves: leavesOf(permission, []),
          state: 'token_unknown',
          why: reason,
        },
      },
    ]
  }
  const { tokens: boughtTokens } = bought
  return sold.tokens.flatMap((sellToken) =>
    boughtTokens.flatMap((buyToken) => {
      if (isSameAddress(sellToken, buyToken)) return []
      const named = bindingOf(binding, [
        [sold.name, sellToken],
        [bought.name, buyToken],
      ])
      const located = venueFor({ ...permission, binding: named }, { venue, sellToken, context })
      return located === null ? [] : [{ sellToken, buyToken, venue: located }]
    }),
  )
}

type VenueInput = {
  readonly venue: SwapVenue
  readonly sellToken: Address
  readonly context: VenueContext
}

function venueFor(
  permission: Permission,
  { venue, sellToken, context }: VenueInput,
): PairVenue | null {
  const { action, binding, drone } = permission
  const isValued = action.sends === 'always' || sellToken === nativeAsset
  const leafSlot = isValued ? permission.valued : permission.plain
  // A leaf permits calls with value or without: the other kind cannot be made.
  if (leafSlot === null) return null
  const isOffered = context.offeredRoutes.has(venue.route)
  if (!isOffered && venue.unserved?.isListed === false) return null
  const { slots, missing } = context.approvals.slotsOf(action, binding, drone)
  const head = {
    ...permission,
    plain: isValued ? null : leafSlot,
    valued: isValued ? leafSlot : null,
  }
  const listing = { ...headOf(venue, head), leaves: leavesOf(head, slots) }
  const recipient = venue.recipient === null ? undefined : binding[venue.recipient]
  const actor = drone ?? context.vault
  if (typeof recipient === 'string' && !isSameAddress(recipient, actor)) {
    return { ...listing, state: 'recipient_not_vault', why: paysOther(recipient) }
  }
  const [lacking] = missing
  if (lacking !== undefined) {
    const reason = `The tree has no leaf that approves ${lacking.token} to ${lacking.spender}.`
    return { ...listing, state: 'approval_missing', why: reason }
  }
  if (venue.offered.length > 0 && !isOffered) {
    const reason =
      venue.unserved?.reason ??
      'A third party makes what this call needs, and none is configured for this chain. Give its calldata with the quote.'
    return { ...listing, state: 'needs_calldata', why: reason }
  }
  return { ...listing, state: 'ready', why: null }
}

/** Says that a leaf pays another account. */
export function paysOther(recipient: string): string {
  return `The leaf pays ${recipient}, which does not hold the vault's tokens: it is never quoted.`
}

/** The head of a venue, whatever its leaves. */
export function headOf(
  venue: SwapVenue,
  permission: Permission,
): Omit<PairVenue, 'leaves' | 'state' | 'why'> {
  const target = permission.binding[permission.action.target]
  return {
    route: venue.route,
    title: venue.title,
    kind: venue.kind,
    target: typeof target === 'string' ? (target as Address) : null,
    drone: permission.drone,
    quoting: venue.offered.length > 0 ? 'offered' : 'executed',
    variants: Object.fromEntries(
      venue.variants.map(({ parameter, values }) => [parameter, values]),
    ),
    hasDeadline: venue.deadline !== null,
    free: venue.free,
    permission,
  }
}

function leavesOf(
  { plain, valued }: Permission,
  approvals: readonly number[],
): PairVenue['leaves'] {
  const { slot } = (plain ?? valued)!
  if (approvals.length === 0) return [{ slot, approvalSlot: null }]
  return approvals.map((approvalSlot) => ({ slot, approvalSlot }))
}

function bindingOf(
  binding: Binding,
  named: readonly (readonly [string | null, Address])[],
): Binding {
  const chosen = named.filter(([name, token]) => name !== null && token !== nativeAsset)
  return { ...binding, ...Object.fromEntries(chosen) }
}
