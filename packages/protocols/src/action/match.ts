import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { BoundValue, Pattern, PatternPiece } from './pattern.ts'
import type { Binding } from './permit.ts'

/** The owner of the leaves. */
export type Owner = {
  readonly vault: Address
  /** Null when it is not known: leaves that need it match nothing. */
  readonly manager: Address | null
  /** Drones that are known; others show themselves by leaves that name them. */
  readonly drones?: readonly Address[]
}

/** The match of a leaf: a pattern, the values that it binds, and the drone that acts, if one does. */
export type PatternMatch = {
  readonly pattern: Pattern
  readonly binding: Binding
  readonly drone: Address | null
}

/** A leaf read as an action. */
export type Claim = PatternMatch & {
  readonly slot: number
  readonly decoder: Address
  /** Nothing tells that the called account is of this protocol: others have the function as well. */
  readonly isPossible: boolean
}

/**
 * Reads a leaf as a permission of one shape: the inverse of `leafOf`.
 *
 * @returns the values bound; null when the leaf has another shape.
 */
export function matchLeaf(pattern: Pattern, leaf: Leaf, owner: Owner): PatternMatch | null {
  if (!isSameKind(pattern, leaf)) return null
  if (leaf.arguments.length !== pattern.pieces.length) return null
  const accounts = { self: owner.vault, manager: owner.manager }
  return bindLeaf(pattern, { target: leaf.target, entries: leaf.arguments, accounts, drone: null })
}

/**
 * Reads a leaf as a permission of one shape for a drone: the target is the drone, the real one comes last.
 *
 * @param owner - the vault that the drone belongs to, and its Manager.
 * @returns the values bound; null when the leaf has another shape.
 */
export function matchDroneLeaf(pattern: Pattern, leaf: Leaf, owner: Owner): PatternMatch | null {
  if (!isSameKind(pattern, leaf)) return null
  if (leaf.arguments.length !== pattern.pieces.length + 1) return null
  const accounts = { self: leaf.target, manager: owner.manager }
  const target = leaf.arguments.at(-1)!
  return bindLeaf(pattern, {
    target,
    entries: leaf.arguments.slice(0, -1),
    accounts,
    drone: leaf.target,
  })
}

function isSameKind(pattern: Pattern, leaf: Leaf): boolean {
  return leaf.canSendValue === pattern.canSendValue && leaf.selector === pattern.selector
}

type MatchedLeaf = {
  readonly target: Address
  readonly entries: readonly Address[]
  readonly accounts: { readonly self: Address; readonly manager: Address | null }
  readonly drone: Address | null
}

function bindLeaf(
  pattern: Pattern,
  { target, entries, accounts, drone }: MatchedLeaf,
): PatternMatch | null {
  const draft: BindingDraft = { binding: {}, accounts }
  const { binding } = draft
  if (!bindEntry(draft, { slot: pattern.target, index: null, form: 'whole' }, target)) return null
  const halves: { [slot: string]: { high?: string; low?: string } } = {}
  for (const [index, piece] of pattern.pieces.entries()) {
    const entry = entries[index]!
    if ('form' in piece && (piece.form === 'high' || piece.form === 'low')) {
      if (!entry.endsWith('00000000')) return null
      const half = halves[piece.slot] ?? {}
      if (half[piece.form] !== undefined && half[piece.form] !== entry) return null
      halves[piece.slot] = { ...half, [piece.form]: entry }
    } else if (!bindEntry(draft, piece, entry)) return null
  }
  for (const [slot, { high, low }] of Object.entries(halves)) {
    if (high === undefined || low === undefined) return null
    binding[slot] = `0x${high.slice(2, 34)}${low.slice(2, 34)}`.toLowerCase() as Hex
  }
  return { pattern, binding, drone }
}

/** The values read so far, and the accounts that may stand where the vault does. */
type BindingDraft = {
  readonly binding: { [slot: string]: BoundValue }
  readonly accounts: MatchedLeaf['accounts']
}

/** Puts one entry where it belongs; false when something else is there. */
function bindEntry(
  { binding, accounts }: BindingDraft,
  piece: PatternPiece,
  entry: Address,
): boolean {
  if ('constant' in piece) return isSameAddress(piece.constant, entry)
  const { slot, index, form } = piece
  if (slot === 'self' || slot === 'manager') {
    const account = accounts[slot]
    return account !== null && isSameAddress(account, entry)
  }
  if (form === 'number') return setSlot(binding, slot, BigInt(entry))
  if (form === 'low20')
    return setSlot(binding, slot, `0x${'0'.repeat(24)}${entry.slice(2).toLowerCase()}`)
  if (form === 'first20')
    return setSlot(binding, slot, `${entry.toLowerCase() as Hex}${'0'.repeat(24)}`)
  if (index === null) return setSlot(binding, slot, entry)
  const list = (binding[slot] ?? []) as readonly Address[]
  const bound = list[index]
  if (bound !== undefined) return isSameAddress(bound, entry)
  binding[slot] = [...list, entry]
  return index === list.length
}

function setSlot(
  binding: { [slot: string]: BoundValue },
  slot: string,
  value: BoundValue,
): boolean {
  const bound = binding[slot]
  if (bound === undefined) {
    binding[slot] = value
    return true
  }
  return typeof bound === 'string' && typeof value === 'string'
    ? isSameAddress(bound, value)
    : bound === value
}
