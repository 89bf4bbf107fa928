import { type Address, type Hex, memoize } from '@vaultwright/base'
import { type Leaf, packedOf } from './leaf.ts'
import type { LeafTree } from './leaf-tree.ts'
import { isPadding } from './padding.ts'

/** A leaf and every slot that holds it. */
export type LeafSlots = {
  readonly leaf: Leaf
  /** 20 bytes an argument, lower case. */
  readonly packed: Hex
  /** Ascending. */
  readonly positions: readonly number[]
}

/** The leaves for one target, one function and one value flag. */
export type LeafGroup = {
  readonly slots: readonly LeafSlots[]
  /** The same by packed arguments: one entry for each decoder. */
  readonly byPacked: ReadonlyMap<Hex, readonly LeafSlots[]>
}

/** The key of a call's lookup. */
export type LeafKey = {
  readonly target: Address
  readonly selector: Hex
  readonly canSendValue: boolean
}

/** The leaves of a tree by target, function and value flag, so that a lookup never walks the tree. */
export type LeafIndex = {
  readonly groups: ReadonlyMap<string, LeafGroup>
  /** Lower case. */
  readonly targets: ReadonlySet<string>
}

const emptyGroup: LeafGroup = { slots: [], byPacked: new Map() }

/** Reads the index of a tree; made at the first question, once for each tree. */
export const leafIndexOf = memoize((tree: LeafTree): LeafIndex => indexFrom(tree.leaves))

/**
 * Finds the leaves for a target, a function and a value flag.
 *
 * @returns the leaves, in slot order; none when the tree has no such leaf.
 */
export function leafGroupOf(index: LeafIndex, key: LeafKey): LeafGroup {
  return index.groups.get(textOf(key)) ?? emptyGroup
}

type LeafSlotsDraft = { leaf: Leaf; packed: Hex; positions: number[] }
type LeafGroupDraft = { slots: LeafSlotsDraft[]; byPacked: Map<Hex, LeafSlotsDraft[]> }

function indexFrom(leaves: readonly Leaf[]): LeafIndex {
  const groups = new Map<string, LeafGroupDraft>()
  const targets = new Set<string>()
  for (const [position, leaf] of leaves.entries()) {
    if (isPadding(leaf)) continue
    targets.add(leaf.target.toLowerCase())
    const key = textOf(leaf)
    const group = groups.get(key) ?? { slots: [], byPacked: new Map() }
    groups.set(key, group)
    add(group, leaf, position)
  }
  return { groups, targets }
}

function add(group: LeafGroupDraft, leaf: Leaf, position: number): void {
  const packed = packedOf(leaf)
  const alike = group.byPacked.get(packed) ?? []
  group.byPacked.set(packed, alike)
  const decoder = leaf.decoder.toLowerCase()
  const existing = alike.find((slots) => slots.leaf.decoder.toLowerCase() === decoder)
  if (existing !== undefined) {
    existing.positions.push(position)
    return
  }
  const slots = { leaf, packed, positions: [position] }
  alike.push(slots)
  group.slots.push(slots)
}

function textOf({ target, selector, canSendValue }: LeafKey): string {
  return `${target}${selector}${canSendValue ? 1 : 0}`.toLowerCase()
}
