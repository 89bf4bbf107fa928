import type { Address } from '@vaultwright/base'
import { isPadding, type Leaf, rulesFor } from '@vaultwright/manager'
import type { Claim } from '../action/match.ts'
import { positionReaders } from '../catalogue/position-list.ts'
import { ruleBook } from '../catalogue/rule-book.ts'
import { venueOf } from '../catalogue/venue-list.ts'
import { recipientsIn } from '../leaf/free-argument.ts'
import { leafArgumentsOf } from '../leaf/leaf-argument.ts'
import { idle } from '../position/position-result.ts'

/** A call that a leaf permits, of which no reader finds where its money is. Plain JSON. */
export type UnreadPlace = {
  /** `no_reader`: nothing here reads what the protocol then owes the vault; `anywhere`: the caller names who receives. */
  readonly reason: 'no_reader' | 'anywhere'
  readonly target: Address
  readonly signature: string
  /** The action that the leaf is read as; null if no protocol describes it. */
  readonly route: string | null
}

/**
 * Lists the calls of a tree whose money no reader finds.
 *
 * Calls of a protocol with a reader count as read, and so do swaps, whose tokens lie in the vault.
 *
 * @param claims - of the leaves, by slot.
 * @returns each call once, in the order of the leaves.
 */
export function unreadPlacesOf(
  leaves: readonly Leaf[],
  claims: readonly (Claim | null)[],
  vault: Address,
): readonly UnreadPlace[] {
  const places = new Map<string, UnreadPlace>()
  for (const [slot, leaf] of leaves.entries()) {
    if (isPadding(leaf)) continue
    const claim = claims[slot] ?? null
    const route = claim?.pattern.action.route ?? null
    const place = { target: leaf.target, signature: leaf.signature, route }
    const note = (reason: UnreadPlace['reason']) =>
      places.set(`${reason} ${place.target} ${place.signature}`, { reason, ...place })
    if (!isRead(leaf, claim, vault)) note('no_reader')
    if (isOpen(leaf, claim)) note('anywhere')
  }
  return [...places.values()]
}

/** Functions that move nothing into a place of their own: what an order sells stays until it is filled. */
const withoutPlace =
  /^(approve|claim\w*|transfer|getReward|harvest|flashLoan|withdrawNativeFromDrone|setPreSignature|invalidateOrder)\(/

function isRead(leaf: Leaf, claim: Claim | null, vault: Address): boolean {
  if (withoutPlace.test(leaf.signature)) return true
  if (claim === null) return false
  const { protocol, route } = claim.pattern.action
  if (venueOf(route) !== null) return true
  return positionReaders.some(
    (reader) =>
      reader.name === protocol ||
      (reader.name !== idle && reader.subjectsOf([claim], vault).length > 0),
  )
}

function isOpen(leaf: Leaf, claim: Claim | null): boolean {
  const count = leaf.arguments.length - (claim !== null && claim.drone !== null ? 1 : 0)
  const action = claim?.pattern.action ?? null
  const { args } = leafArgumentsOf(rulesFor(ruleBook, leaf.selector), count, action)
  return recipientsIn({ args, leaf }).some(({ state }) => state === 'free')
}
