import type { Tree } from '@vaultwright/merkle'

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

function isEqual(nodes: Uint8Array, from: number, { proof, at }: ProofSibling): boolean {
  for (let index = 0; index < 32; index++) {
    if (nodes[from + index] !== proof[at + index]) return false
  }
  return true
}
