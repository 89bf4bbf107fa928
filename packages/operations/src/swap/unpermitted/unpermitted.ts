import { type Address, isSameAddress } from '@vaultwright/base'
import { runReading } from '@vaultwright/chain'
import { type Leaf, parseSignature, selectorOf } from '@vaultwright/manager'
import {
  joinReadings,
  type Permission,
  type Reading,
  type VenueValues,
  venueOf,
} from '@vaultwright/protocols'
import {
  approvalLeaves,
  type PermittingLeaf,
  permittingLeafOf,
  type UnpermittedVenue,
} from '@vaultwright/swap'
import { choicesOf, type VenueChoice, venueValuesOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import { callOf, decodersOf, type ReadEntries, readPackings } from './decoder-probe.ts'
import { type PossibleVenues, readPossibleVenues } from './lacking-venue.ts'
import { readUnpermittedOffers } from './unpermitted-offer.ts'

/**
 * Asks venues that the tree lacks for the pair what they would buy, at the same block, and third parties
 * that are configured; never used to build.
 *
 * Each comes with the leaf that would permit it. A decoder is named only where it read the very call.
 */
export async function readUnpermitted(session: QuoteSession): Promise<readonly UnpermittedVenue[]> {
  const [viewed, offered] = await Promise.all([
    readLackingViews(session),
    readUnpermittedOffers(session),
  ])
  return [...viewed, ...offered].sort(byOutput)
}

/** Asks the venues alone, by calls that read; the one that buys the most comes first. */
export async function readLackingViews(
  session: QuoteSession,
): Promise<readonly UnpermittedVenue[]> {
  const possible = await readPossibleVenues(session)
  const lacking = lackingOf(session, possible)
  const { found: answers } = await runReading(
    session.context.chain,
    joinReadings(lacking.map((one) => readLacking(session, one, possible))),
    session.block,
  )
  const best = new Map<string, UnpermittedVenue>()
  for (const venue of answers.flatMap((one) => one ?? [])) {
    const leaf = venue.permittingLeaf!
    // Protocols share functions: one leaf permits them all.
    const key = `${leaf.target}|${selectorIn(leaf)}|${leaf.arguments.join()}`
    if (venue.buyAmount > (best.get(key)?.buyAmount ?? 0n)) best.set(key, venue)
  }
  return [...best.values()].sort(byOutput)
}

/** A venue that cannot be used, and the leaf without which. */
type LackingVenue = {
  readonly choice: VenueChoice
  readonly leaf: PermittingLeaf
  /** Null where the swap's own leaf is there, and the approval's lacks. */
  readonly isApproval: boolean
}

function lackingOf(
  session: QuoteSession,
  { permissions }: PossibleVenues,
): readonly LackingVenue[] {
  return permissions.flatMap((permission) => {
    const leaf = ownLeafOf(session, permission, null)
    if (leaf === null) return []
    const present = session.context.build.tree.leaves.some((one) => isSameLeaf(one, leaf))
    const lacking = present ? approvalLeafOf(session, permission) : leaf
    if (lacking === null) return []
    return choicesFor(session, permission).map((choice) => ({
      choice,
      leaf: lacking,
      isApproval: present,
    }))
  })
}

function* readLacking(
  session: QuoteSession,
  { choice, leaf, isApproval }: LackingVenue,
  { knownFacts }: PossibleVenues,
): Reading<UnpermittedVenue | null> {
  const { chain, contracts } = session.context
  const values: VenueValues = venueValuesOf(choice, session.sellAmount, {
    chainId: chain.id,
    knownFacts,
    contracts,
  })
  const quote = choice.venue.quote!(values)
  const data = isApproval ? null : callOf(session, choice, values)
  const [amounts, packings] = (yield* joinReadings<unknown>([
    joinReadings(quote === null ? [] : [quote]),
    readPackings(decodersOf(session), data),
  ])) as [readonly (bigint | null)[], readonly ReadEntries[]]
  const [buyAmount = null] = amounts
  if (buyAmount === null || buyAmount === 0n) return null
  const { route, permission } = choice.listing
  const reader = packings.find(({ entries }) => entries.join() === leaf.arguments.join())
  return {
    route,
    params: choice.params,
    buyAmount,
    method: 'view',
    permittingLeaf:
      reader === undefined ? leaf : (ownLeafOf(session, permission!, reader.decoder) ?? leaf),
  }
}

function choicesFor(session: QuoteSession, permission: Permission): readonly VenueChoice[] {
  const { action, binding } = permission
  const venue = venueOf(action.route)!
  const listing = {
    route: action.route,
    title: venue.title,
    kind: venue.kind,
    target: binding[action.target] as Address,
    drone: null,
    quoting: 'executed',
    variants: {},
    hasDeadline: venue.deadline !== null,
    leaves: [{ slot: 0, approvalSlot: null }],
    state: 'not_permitted',
    why: null,
    free: venue.free,
    permission,
  } as const
  const { sellToken, buyToken } = session
  return choicesOf({ listings: [listing], sellToken, buyToken })
}

function ownLeafOf(
  { context }: QuoteSession,
  { action, binding }: Permission,
  decoder: Address | null,
): PermittingLeaf | null {
  const { vault, manager } = context.build
  return permittingLeafOf({
    action,
    binding,
    actor: { self: vault, manager, drone: null },
    decoder,
    canSendValue: action.sends === 'always',
  })
}

/** The first approval that a permitted swap lacks, by the decoder of another one. */
function approvalLeafOf(
  { context, market }: QuoteSession,
  { action, binding }: Permission,
): PermittingLeaf | null {
  const { vault, manager } = context.build
  const { missing } = market.approvals.slotsOf(action, binding, null)
  const approvePermission = market.permissions.find(
    ({ action: one }) => one.route === 'erc_20/approve',
  )
  const actor = { self: vault, manager, drone: null }
  const [leaf] = missing.flatMap((wanted) =>
    approvalLeaves(wanted, actor, approvePermission?.plain?.decoder ?? null),
  )
  return leaf ?? null
}

function isSameLeaf(leaf: Leaf, other: PermittingLeaf): boolean {
  return (
    leaf.selector === selectorIn(other) &&
    leaf.canSendValue === other.canSendValue &&
    isSameAddress(leaf.target, other.target) &&
    leaf.arguments.join().toLowerCase() === other.arguments.join().toLowerCase()
  )
}

function selectorIn({ signature }: PermittingLeaf): string {
  return selectorOf(parseSignature(signature).canonical)
}

function byOutput(one: UnpermittedVenue, other: UnpermittedVenue): number {
  if (one.buyAmount !== other.buyAmount) return one.buyAmount > other.buyAmount ? -1 : 1
  return one.route < other.route ? -1 : 1
}
