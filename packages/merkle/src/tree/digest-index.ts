import type { Digest } from '@vaultwright/base'
import { isSameDigest } from './proof.ts'
import { digestAt, type Tree } from './tree.ts'

/** Finds the positions of a digest in a tree. Made by `indexOf`, its tables at the first question. */
export type DigestIndex = {
  readonly tree: Tree
  /** The tables, made once. */
  readonly tables: () => DigestTables
}

/** Open addressing: `slots` holds 1 + the first position of a digest, `next` 1 + the following one. */
export type DigestTables = {
  readonly slots: Int32Array
  readonly next: Int32Array
}

/**
 * Makes the index of a tree. Nothing is computed before the first question.
 *
 * @param tree - a tree; to stay as it is.
 */
export function indexOf(tree: Tree): DigestIndex {
  let tables: DigestTables | null = null
  return {
    tree,
    tables: () => {
      tables ??= tablesOf(tree)
      return tables
    },
  }
}

/**
 * Finds every position that holds a digest, padding included.
 *
 * @param digest - 32 bytes; anything else is nowhere.
 * @returns positions, ascending; empty when the tree does not hold it.
 */
export function positionsOf(index: DigestIndex, digest: Digest): readonly number[] {
  const { tree, tables } = index
  const { slots, next } = tables()
  const positions: number[] = []
  if (digest.length !== 32) return positions
  let position = slots[slotOf(tree, slots, digest)]!
  for (; position !== 0; position = next[position - 1]!) positions.push(position - 1)
  if (tree.leafCount < tree.capacity && isSameDigest(digestAt(tree, tree.leafCount), digest)) {
    for (let open = tree.leafCount; open < tree.capacity; open++) positions.push(open)
  }
  return positions
}

/** Goes from the last leaf to the first, so that each chain of duplicates comes out ascending. */
function tablesOf(tree: Tree): DigestTables {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * tree.leafCount + 1)))
  const next = new Int32Array(tree.leafCount)
  for (let position = tree.leafCount - 1; position >= 0; position--) {
    const slot = slotOf(tree, slots, digestAt(tree, position))
    next[position] = slots[slot]!
    slots[slot] = position + 1
  }
  return { slots, next }
}

/** The slot of a digest, or the free one where it belongs. */
function slotOf(tree: Tree, slots: Int32Array, digest: Uint8Array): number {
  const mask = slots.length - 1
  let slot = mixOf(digest) & mask
  for (;;) {
    const held = slots[slot]!
    if (held === 0 || isSameDigest(digestAt(tree, held - 1), digest)) return slot
    slot = (slot + 1) & mask
  }
}

/** Digests made by a hash need no mixing; those of a test or of an attacker do. */
function mixOf(digest: Uint8Array): number {
  let mixed = 0x811c9dc5
  for (let index = 0; index < 32; index++) {
    mixed = Math.imul(mixed ^ digest[index]!, 0x01000193)
  }
  return mixed ^ (mixed >>> 15)
}
