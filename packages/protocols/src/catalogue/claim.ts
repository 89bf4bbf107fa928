import { type Address, finishSteps, isSameAddress, type Steps } from '@vaultwright/base'
import { isPadding, type Leaf } from '@vaultwright/manager'
import { isOnRecord } from '@vaultwright/registry'
import type { Action } from '../action/action.ts'
import type { KnownFacts } from '../action/known-facts.ts'
import {
  type Claim,
  matchDroneLeaf,
  matchLeaf,
  type Owner,
  type PatternMatch,
} from '../action/match.ts'
import type { Pattern, PatternPiece } from '../action/pattern.ts'
import { patternsOfSelector } from './pattern-list.ts'
import { protocolOf } from './protocol.ts'

/** The owner of the leaves, and the known facts of accounts. */
type ClaimContext = { readonly owner: Owner; readonly knownFacts: KnownFacts }

/**
 * Reads each leaf of a tree as the action that it most likely permits.
 *
 * Protocols share functions. What is known of the called account decides; else the protocol that
 * more leaves of the same account fit; else the one whose interface others copied; else the one that
 * describes the larger share of its leaves.
 *
 * @param leaves - in slot order.
 * @returns by slot; null for padding and for what no protocol describes.
 */
export function claimsOf(
  leaves: readonly Leaf[],
  context: ClaimContext,
): readonly (Claim | null)[] {
  return finishSteps(claimSteps(leaves, context))
}

/**
 * Reads each leaf as `claimsOf` does, in steps.
 *
 * @param leaves - in slot order.
 */
export function* claimSteps(
  leaves: readonly Leaf[],
  context: ClaimContext,
): Steps<readonly (Claim | null)[]> {
  const options: (readonly PatternMatch[])[] = []
  for (const leaf of leaves) {
    options.push(isPadding(leaf) ? [] : directMatches(leaf, context.owner))
    yield
  }
  const drones = new Set<Address>(context.owner.drones)
  for (const [slot, leaf] of leaves.entries()) {
    if (options[slot]!.some(isOfDrone)) drones.add(leaf.target)
    if (options[slot]!.length > 0 || isPadding(leaf)) continue
    if (isOnRecord(leaf.target) && !isListed(leaf.target, context.owner)) continue
    const matches = droneMatches(leaf, context.owner)
    options[slot] = matches
    if (matches.some(namesItself)) drones.add(leaf.target)
    yield
  }
  for (const [slot, matches] of options.entries()) {
    options[slot] = matches.filter(({ drone }) => drone === null || drones.has(drone))
  }
  yield
  const presence = presenceOf(options)
  const claims: (Claim | null)[] = []
  for (const [slot, matches] of options.entries()) {
    yield
    const best = bestOf(matches, presence, context.knownFacts)
    if (best === null) {
      claims.push(null)
      continue
    }
    const isPossible = isPossibly(best, matches, { presence, known: context.knownFacts })
    claims.push({ ...best, slot, decoder: leaves[slot]!.decoder, isPossible })
  }
  return claims
}

/** Lists what a protocol does with the same kind of account as an action calls. */
export function siblingsOf(action: Action): readonly Action[] {
  const actions = protocolOf(action.protocol)?.actions ?? [action]
  return actions.filter(({ target }) => target === action.target)
}

/**
 * Lists what a leaf permits beside the action that it is read as: a decoder packs some actions of a protocol alike,
 * such as the opening of a position and its increase.
 *
 * @returns the claim itself first.
 */
export function twinClaimsOf(claim: Claim, leaf: Leaf, owner: Owner): readonly Claim[] {
  const { pattern, drone } = claim
  const match = drone === null ? matchLeaf : matchDroneLeaf
  const twins = patternsOfSelector(pattern.selector).filter(
    (other) => other.action !== pattern.action && isSameShape(other, pattern),
  )
  const matches = twins.flatMap((twin) => match(twin, leaf, owner) ?? [])
  return [claim, ...matches.map((other) => ({ ...claim, ...other }))]
}

/** True if one leaf permits both for the same values: the same places hold values, accounts that act and constants. */
function isSameShape(one: Pattern, other: Pattern): boolean {
  return (
    one.action.protocol === other.action.protocol &&
    one.target === other.target &&
    one.canSendValue === other.canSendValue &&
    one.size === other.size &&
    one.pieces.length === other.pieces.length &&
    one.pieces.every((piece, index) => kindOf(piece) === kindOf(other.pieces[index]!))
  )
}

function kindOf(piece: PatternPiece): string {
  if ('constant' in piece) return piece.constant
  return piece.slot === 'self' || piece.slot === 'manager' ? piece.slot : piece.form
}

function directMatches(leaf: Leaf, owner: Owner): readonly PatternMatch[] {
  return patternsOfSelector(leaf.selector).flatMap(
    (pattern) => matchLeaf(pattern, leaf, owner) ?? [],
  )
}

/** A token or a router is not a drone, whatever its leaves look like. */
function isListed(account: Address, { drones = [] }: Owner): boolean {
  return drones.some((drone) => isSameAddress(drone, account))
}

function droneMatches(leaf: Leaf, owner: Owner): readonly PatternMatch[] {
  return patternsOfSelector(leaf.selector).flatMap(
    (pattern) => matchDroneLeaf(pattern, leaf, owner) ?? [],
  )
}

/** A leaf that names its own target as the one who acts is a drone's, beyond doubt. */
function namesItself({ pattern }: PatternMatch): boolean {
  return pattern.pieces.some((piece) => 'slot' in piece && piece.slot === 'self')
}

/** Only a drone has the function that takes its coins back. */
function isOfDrone({ pattern }: PatternMatch): boolean {
  return pattern.action.route === 'vault_base/withdraw_native_from_drone'
}

/** By protocol, called account and what it is to the protocol: what leaves of the account fit. */
type Presence = ReadonlyMap<string, RoutePresence>

/** Routes, and the same with and without value apart: who describes both kinds of a call fits better. */
type RoutePresence = { readonly routes: Set<string>; readonly kinds: Set<string> }

function presenceOf(options: readonly (readonly PatternMatch[])[]): Presence {
  const byKey = new Map<string, RoutePresence>()
  for (const match of options.flat()) {
    const key = keyOf(match)
    const { route } = match.pattern.action
    const fitting = byKey.get(key) ?? { routes: new Set(), kinds: new Set() }
    byKey.set(key, fitting)
    fitting.routes.add(route)
    fitting.kinds.add(match.pattern.canSendValue ? `${route} with value` : route)
  }
  return byKey
}

function bestOf(
  matches: readonly PatternMatch[],
  presence: Presence,
  knownFacts: KnownFacts,
): PatternMatch | null {
  if (matches.length < 2) return matches[0] ?? null
  let best: { match: PatternMatch; marks: readonly number[] } | null = null
  for (const match of matches) {
    const marks = marksOf(match, presence, knownFacts)
    if (best === null || isBetter(marks, best.marks)) best = { match, marks }
  }
  return best?.match ?? null
}

/** The marks in favour of a reading, the weightiest first. */
function marksOf(
  match: PatternMatch,
  presence: Presence,
  knownFacts: KnownFacts,
): readonly number[] {
  const { action } = match.pattern
  const called = calledOf(match)
  const identity = called === null ? ownAccount : identityOf(action, knownFacts.protocolsOf(called))
  const { routes, kinds } = presence.get(keyOf(match))!
  const standard = protocolOf(action.protocol)?.isStandard === true ? 1 : 0
  const share = routes.size / siblingsOf(action).length
  const { pieces } = match.pattern
  // What an action always packs fits better than what another one leaves open.
  const constants = pieces.filter((piece) => 'constant' in piece).length
  return [identity, kinds.size, standard, share, pieces.length, constants]
}

/** The Manager and the acting account are whom a leaf says they are. */
const ownAccount = 3

function identityOf({ protocol }: Action, names: readonly string[]): number {
  if (names.length === 0) return 1
  return names.includes(protocol) ? 2 : 0
}

type ClaimEvidence = { readonly presence: Presence; readonly known: KnownFacts }

/**
 * True if a reading may as well be wrong: the called account is known to be of another protocol, or
 * is not known and another protocol fits as many of its leaves. An interface that many share is
 * whatever has it.
 */
function isPossibly(
  best: PatternMatch,
  matches: readonly PatternMatch[],
  { presence, known: claims }: ClaimEvidence,
): boolean {
  const { protocol } = best.pattern.action
  const called = calledOf(best)
  if (called === null || protocolOf(protocol)?.isStandard === true) return false
  const names = claims.protocolsOf(called)
  if (names.length > 0) return !names.includes(protocol)
  const fits = (match: PatternMatch) => presence.get(keyOf(match))!.kinds.size
  const rivals = matches.filter(({ pattern }) => pattern.action.protocol !== protocol)
  return rivals.some((other) => fits(other) >= fits(best))
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const difference = one.findIndex((mark, index) => mark !== other[index])
  return difference >= 0 && one[difference]! > other[difference]!
}

function keyOf(match: PatternMatch): string {
  return `${match.pattern.action.protocol}|${match.pattern.target}|${calledOf(match)}`
}

/** The account that is called; null when it is the vault's own: the Manager, a drone. */
function calledOf({ pattern, binding }: PatternMatch): Address | null {
  const value = binding[pattern.target]
  return typeof value === 'string' ? (value as Address) : null
}
