import { BaseError, type Digest, type Hex, parseHexRows, printHexRows } from '@vaultwright/base'
import { defaultEngine } from '../engine/engine-choice.ts'
import { assertPosition, layerStartOf, type Tree } from './tree.ts'

/** The siblings of a leaf's ancestors, from the leaf upwards: depth * 32 bytes, or one hex each. */
export type Proof = Uint8Array | readonly Hex[]

/**
 * Proves a leaf.
 *
 * @param position - 0 to capacity - 1.
 * @returns depth * 32 bytes, bottom-up, a copy.
 * @throws {OutsideTreeError} when there is no such position.
 */
export function proofOf(tree: Tree, position: number): Uint8Array {
  assertPosition(tree, position)
  const proof = new Uint8Array(32 * tree.depth)
  copyProof(tree, position, proof)
  return proof
}

/**
 * Proves a leaf, as hex.
 *
 * @param position - 0 to capacity - 1.
 * @returns one 32-byte hex a level, bottom-up.
 * @throws {OutsideTreeError} when there is no such position.
 */
export function proofHexOf(tree: Tree, position: number): readonly Hex[] {
  assertPosition(tree, position)
  copyProof(tree, position, scratch)
  return printHexRows(scratch.subarray(0, 32 * tree.depth), 32)
}

/** A proof on its way to its text: no tree is deeper. */
const scratch = new Uint8Array(32 * 31)

function copyProof({ capacity, depth, nodes }: Tree, position: number, target: Uint8Array): void {
  for (let level = 0; level < depth; level++) {
    const offset = 32 * siblingAt(capacity, level, position)
    const to = 32 * level
    // A view of so few bytes costs more than they do.
    for (let byte = 0; byte < 32; byte++) target[to + byte] = nodes[offset + byte]!
  }
}

/**
 * Proves every given leaf, as hex; proofs share the text of each node.
 *
 * @returns one proof for each of the `leafCount` leaves, in order.
 */
export function proofsHexOf(tree: Tree): readonly (readonly Hex[])[] {
  const nodes = printHexRows(tree.nodes, 32)
  const { capacity, depth, leafCount } = tree
  const proofs: Hex[][] = new Array(leafCount)
  const current: Hex[] = []
  for (let level = 0; level < depth; level++) current.push(nodes[siblingAt(capacity, level, 0)]!)
  for (let position = 0; position < leafCount; position++) {
    // From one leaf to the next, only siblings up to the lowest bit that comes to be set are others.
    const changed = position === 0 ? 0 : 32 - Math.clz32(position & -position)
    for (let level = 0; level < changed; level++) {
      current[level] = nodes[siblingAt(capacity, level, position)]!
    }
    proofs[position] = current.slice()
  }
  return proofs
}

/**
 * Checks a proof: whether hashing the leaf with each node in turn, the smaller first, gives the root.
 *
 * Source: OpenZeppelin MerkleProof.verify and solmate's MerkleProofLib.
 *
 * @param leaf - 32 bytes.
 * @param root - 32 bytes.
 * @returns false for anything that does not prove it, malformed proofs included; never throws.
 */
export function verifyProof(leaf: Digest, proof: Proof, root: Digest): boolean {
  const bytes = proofBytesOf(proof)
  if (bytes === null || leaf.length !== 32 || root.length !== 32) return false
  return isSameDigest(defaultEngine().climb(leaf, bytes), root)
}

/**
 * Computes the root that a proof leads to.
 *
 * @param leaf - 32 bytes.
 * @param proof - bottom-up; empty gives the leaf itself.
 * @returns 32 bytes.
 * @throws {InvalidProofError} when the leaf or a node of the proof is not 32 bytes.
 */
export function rootFromProof(leaf: Digest, proof: Proof): Digest {
  const bytes = proofBytesOf(proof)
  if (bytes === null || leaf.length !== 32) throw new InvalidProofError(leaf.length, proof.length)
  return defaultEngine().climb(leaf, bytes)
}

/** Tells whether two digests are equal. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}

function siblingAt(capacity: number, level: number, position: number): number {
  return layerStartOf(capacity, level) + ((position >>> level) ^ 1)
}

function proofBytesOf(proof: Proof): Uint8Array | null {
  if (proof instanceof Uint8Array) return proof.length % 32 === 0 ? proof : null
  try {
    return parseHexRows(proof, 32)
  } catch {
    return null
  }
}

/** A proof or its leaf is not made of 32-byte nodes. */
export class InvalidProofError extends BaseError {
  override readonly code = 'invalid_proof'
  override readonly kind = 'damaged_data'

  constructor(leafLength: number, proofLength: number) {
    super({
      message:
        'A leaf and its proof are to be 32-byte nodes and are not. Give the leaf as 32 bytes and the proof as whole nodes.',
      facts: { leafLength, proofLength },
    })
  }
}
