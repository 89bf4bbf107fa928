import { BaseError, type Digest, type Hex, parseHexOf, printHex } from '@vaultwright/base'
import type { KeccakEngine } from '../engine/engine.ts'
import { defaultEngine } from '../engine/engine-choice.ts'
import { isSameDigest } from './proof.ts'
import { assertPosition, layerStartOf, type Tree } from './tree.ts'

/**
 * One proof of several leaves: a queue of nodes is hashed in pairs until the root is left.
 *
 * Source: OpenZeppelin MerkleProof.processMultiProof. A flag says where the partner of the next node
 * comes from: true from the queue, false from the proof.
 */
export type MultiProof = {
  /** In ascending order of their positions. */
  readonly leaves: readonly Hex[]
  readonly proof: readonly Hex[]
  readonly proofFlags: readonly boolean[]
}

/**
 * Proves several leaves at once.
 *
 * @param positions - one or more, in any order, each once.
 * @returns leaves, nodes and flags in OpenZeppelin's order.
 * @throws {OutsideTreeError} when a position is none of the tree.
 * @throws {MultiProofPositionsError} when there is no position, or one is named twice.
 */
export function multiProofOf(tree: Tree, positions: readonly number[]): MultiProof {
  for (const position of positions) assertPosition(tree, position)
  const ascending = [...new Set(positions)].sort((one, other) => one - other)
  if (ascending.length === 0 || ascending.length !== positions.length) {
    throw new MultiProofPositionsError(positions)
  }
  const proof: Hex[] = []
  const proofFlags: boolean[] = []
  let queue = ascending
  for (let level = 0; level < tree.depth; level++) {
    const start = layerStartOf(tree.capacity, level)
    const parents: number[] = []
    for (let index = 0; index < queue.length; index++) {
      const node = queue[index]!
      const partnerFollows = queue[index + 1] === (node ^ 1)
      if (partnerFollows) index++
      else proof.push(nodeHexOf(tree, start + (node ^ 1)))
      proofFlags.push(partnerFollows)
      parents.push(node >>> 1)
    }
    queue = parents
  }
  return { leaves: ascending.map((position) => nodeHexOf(tree, position)), proof, proofFlags }
}

/**
 * Checks a proof of several leaves.
 *
 * @param root - 32 bytes.
 * @returns false for anything that does not prove at least one leaf, malformed proofs included.
 */
export function verifyMultiProof(multi: MultiProof, root: Digest): boolean {
  const { leaves, proof, proofFlags } = multi
  if (leaves.length === 0 || leaves.length + proof.length !== proofFlags.length + 1) return false
  if (proof.length < proofFlags.filter((flag) => !flag).length) return false
  try {
    const computed = rootOfMultiProof(multi, defaultEngine())
    return computed !== null && isSameDigest(computed, root)
  } catch {
    return false
  }
}

function rootOfMultiProof(multi: MultiProof, engine: KeccakEngine): Digest | null {
  const queue = multi.leaves.map((leaf) => parseHexOf(leaf, 32))
  const proof = multi.proof.map((node) => parseHexOf(node, 32))
  let taken = 0
  let used = 0
  for (const flag of multi.proofFlags) {
    const left = queue[taken++]
    const right = flag ? queue[taken++] : proof[used++]
    if (left === undefined || right === undefined) return null
    queue.push(engine.climb(left, right))
  }
  return used === proof.length ? (queue.at(-1) ?? null) : null
}

function nodeHexOf(tree: Tree, node: number): Hex {
  return printHex(tree.nodes.subarray(32 * node, 32 * node + 32))
}

/** The positions of a common proof are none, or name a leaf twice. */
export class MultiProofPositionsError extends BaseError {
  override readonly code = 'invalid_multi_proof_positions'
  override readonly kind = 'invalid_input'

  constructor(positions: readonly number[]) {
    super({
      message: `A common proof needs one or more positions, each once, and got ${positions.length === 0 ? 'none' : 'one twice'}. Name each leaf once.`,
      facts: { positions: positions.slice(0, 20), count: positions.length },
    })
  }
}
