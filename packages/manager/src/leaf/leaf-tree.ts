import { memoize } from '@vaultwright/base'
import {
  buildTreeFromMessages,
  capacityFor,
  type DigestIndex,
  indexOf,
  positionsOf,
  type Tree,
} from '@vaultwright/merkle'
import { digestOf, type Leaf, leafMessagesOf } from './leaf.ts'
import { isEmptySlot, paddingLeaf } from './padding.ts'

/** Leaves together with the tree of their digests. */
export type LeafTree = {
  /** In slot order, gaps are padding leaves; may be shorter than the capacity. */
  readonly leaves: readonly Leaf[]
  readonly tree: Tree
  /** Fills the slots after the last leaf. */
  readonly padding: Leaf
}

/** Options of the shape of a tree of leaves. */
export type LeafTreeOptions = {
  /** Slots, a power of two from 1 to 2^22. The next power of two of at least 2 when not said. */
  readonly capacity?: number
  /** The leaf of empty slots. `paddingLeaf` when not said. */
  readonly padding?: Leaf
}

/**
 * Builds the tree of a list of leaves, slot by slot, empty slots filled with padding.
 *
 * @param leaves - 1 to 2^22, in slot order; untouched empty slots among them become `padding`.
 * @throws {EmptyTreeError} when there is no leaf.
 * @throws {InvalidLeafError} when a field of a leaf is not hex of its size.
 */
export function buildLeafTree(leaves: readonly Leaf[], options: LeafTreeOptions = {}): LeafTree {
  const padding = options.padding ?? paddingLeaf
  const slots = leaves.map((leaf) => (isEmptySlot(leaf) ? paddedFrom(leaf, padding) : leaf))
  const capacity = options.capacity ?? Math.max(smallestCapacity, capacityFor(slots.length))
  const { data, offsets } = leafMessagesOf(slots)
  const tree = buildTreeFromMessages(data, offsets, { padding: digestOf(padding), capacity })
  return { leaves: slots, tree, padding }
}

/**
 * Reads the leaf of a slot, padding after the last leaf.
 *
 * @param position - slot, from 0 to capacity - 1.
 * @returns the leaf; null outside the tree.
 */
export function leafAt(tree: LeafTree, position: number): Leaf | null {
  if (!Number.isInteger(position) || position < 0 || position >= tree.tree.capacity) return null
  return tree.leaves[position] ?? tree.padding
}

/**
 * Finds every slot that holds a leaf, by its bytes: the description plays no part.
 *
 * @returns slots, ascending; empty when the tree does not hold it.
 */
export function positionsOfLeaf(tree: LeafTree, leaf: Leaf): readonly number[] {
  return positionsOf(digestIndexOf(tree.tree), digestOf(leaf))
}

/** One leaf alone would be its own root; trees of the field have two slots at least. */
const smallestCapacity = 2

/** An empty slot is hashed as padding, and keeps what was written about it. */
function paddedFrom({ description }: Leaf, padding: Leaf): Leaf {
  return description === padding.description || description === ''
    ? padding
    : { ...padding, description }
}

const digestIndexOf = memoize((tree: Tree): DigestIndex => indexOf(tree))

/**
 * Finds the slot that a proof was made for, walking from the root down: one step a level.
 *
 * Where two subtrees are equal, their slots hold equal leaves and the left one is named.
 *
 * @returns the slot whose path has exactly these siblings; null when there is none.
 */
export function positionOfProof(tree: Tree, proof: Uint8Array): number | null {
  const { capacity, depth, nodes } = tree
  if (proof.length !== 32 * depth) return null
  let position = 0
  for (let level = depth - 1; level >= 0; level--) {
    const layer = 2 * capacity - 2 * (capacity >> level)
    const left = 32 * (layer + 2 * position)
    const sibling = 32 * level
    if (isEqual(nodes, left + 32, { proof, at: sibling })) position = 2 * position
    else if (isEqual(nodes, left, { proof, at: sibling })) position = 2 * position + 1
    else return null
  }
  return position
}

type ProofSibling = { readonly proof: Uint8Array; readonly at: number }

function isEqual(nodes: Uint8Array, from: number, { proof, at: offset }: ProofSibling): boolean {
  for (let index = 0; index < 32; index++) {
    if (nodes[from + index] !== proof[offset + index]) return false
  }
  return true
}
