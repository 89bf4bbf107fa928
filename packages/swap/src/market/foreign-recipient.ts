import { type Address, isSameAddress } from '@vaultwright/base'
import { isPadding, type Leaf } from '@vaultwright/manager'
import {
  actionOf,
  matchLeaf,
  type Owner,
  type Pattern,
  type PatternMatch,
  patternsOf,
  ruleBook,
  swapVenues,
} from '@vaultwright/protocols'

/** A leaf of a swap that pays another account than the vault. */
export type ForeignSwap = PatternMatch & { readonly slot: number; readonly recipient: Address }

let patternsBySelector: ReadonlyMap<string, readonly Pattern[]> | null = null

/**
 * Reads a leaf that no action of the vault has as a swap that pays another account.
 *
 * @param leaf - any; padding is none.
 * @returns the swap as the other account's own; null when it is none.
 */
export function foreignSwapOf(leaf: Leaf, slot: number, owner: Owner): ForeignSwap | null {
  if (isPadding(leaf)) return null
  patternsBySelector ??= venuePatterns()
  for (const pattern of patternsBySelector.get(leaf.selector) ?? []) {
    const place = pattern.pieces.findIndex((piece) => 'slot' in piece && piece.slot === 'self')
    const recipient = place < 0 ? undefined : leaf.arguments[place]
    if (recipient === undefined || isSameAddress(recipient, owner.vault)) continue
    const match = matchLeaf(pattern, leaf, { ...owner, vault: recipient })
    if (match !== null) return { ...match, slot, recipient }
  }
  return null
}

function venuePatterns(): ReadonlyMap<string, readonly Pattern[]> {
  const bySelector = new Map<string, Pattern[]>()
  for (const { route } of swapVenues) {
    const action = actionOf(route)
    if (action === null) continue
    for (const pattern of patternsOf(action, ruleBook)) {
      const listed = bySelector.get(pattern.selector)
      if (listed === undefined) bySelector.set(pattern.selector, [pattern])
      else listed.push(pattern)
    }
  }
  return bySelector
}
