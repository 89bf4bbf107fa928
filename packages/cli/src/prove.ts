import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { digestOf, type LeafTree } from '@vaultwright/manager'
import {
  digestAt,
  indexOf,
  type MultiProof,
  multiProofOf,
  positionsOf,
  proofHexOf,
  rootOf,
  verifyProof,
} from '@vaultwright/merkle'
import type { Slot } from './print/leaf.ts'
import { leafIn, slotsWhere, type Wish } from './slot.ts'
import { UsageError } from './usage.ts'

/** Which leaves to prove. */
export type ProofWish = Wish & {
  readonly digest?: string | undefined
  readonly all: boolean
  readonly multi: boolean
}

/** A leaf and its proof. */
export type Proven = Slot & { readonly digest: Hex; readonly proof: readonly Hex[] }

/** The leaves that were meant, each with its proof or all with one. */
export type Proofs = {
  readonly root: Hex
  readonly slots: readonly Slot[]
  readonly proofs: readonly Proven[]
  readonly multi: MultiProof | null
}

/** Whether a given proof proves a leaf. */
export type ProofVerdict = {
  readonly ok: boolean
  readonly position: number
  readonly digest: Hex
  readonly root: Hex
}

/**
 * Proves the leaves that a person means.
 *
 * @returns the proofs, in the order of the slots; none when no leaf is meant.
 * @throws {UsageError} when the wish names no criterion.
 */
export function proveSlots(tree: LeafTree, wish: ProofWish): Proofs {
  const slots = meantSlots(tree, wish)
  const root = printHex(rootOf(tree.tree))
  if (wish.multi) {
    const positions = slots.map(({ position }) => position)
    const multi = positions.length > 0 ? multiProofOf(tree.tree, positions) : null
    return { root, slots, proofs: [], multi }
  }
  const proofs = slots.map((slot) => ({
    ...slot,
    digest: printHex(digestAt(tree.tree, slot.position)),
    proof: proofHexOf(tree.tree, slot.position),
  }))
  return { root, slots, proofs, multi: null }
}

/**
 * Tells for each leaf meant whether a proof proves it.
 *
 * @throws {UsageError} when no leaf is meant.
 */
export function verifyClaim(
  tree: LeafTree,
  wish: ProofWish,
  proof: readonly Hex[],
): readonly ProofVerdict[] {
  const slots = meantSlots(tree, wish)
  if (slots.length === 0) {
    throw new UsageError('No leaf of the tree is meant. Name the leaf that the proof is of.')
  }
  const root = rootOf(tree.tree)
  return slots.map(({ position, leaf }) => ({
    ok: proof.length === tree.tree.depth && verifyProof(digestOf(leaf), proof, root),
    position,
    digest: printHex(digestOf(leaf)),
    root: printHex(root),
  }))
}

function meantSlots(tree: LeafTree, wish: ProofWish): readonly Slot[] {
  const isNamed = [wish.target, wish.function, wish.decoder].some((text) => text !== undefined)
  const count = (wish.leaf?.length ?? 0) + (wish.argument?.length ?? 0)
  if (wish.digest !== undefined) {
    const digest = parseHexOf(wish.digest, 32)
    const positions = positionsOf(indexOf(tree.tree), digest)
    return positions.map((position) => ({ position, leaf: leafIn(tree, position) }))
  }
  if (!wish.all && !isNamed && count === 0) {
    throw new UsageError(
      'No leaf is named. Give --leaf, --digest, --target, --function, --decoder, --argument or --all.',
    )
  }
  return slotsWhere(tree, wish)
}
