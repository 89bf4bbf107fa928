import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { printHex, printHexRows } from '@vaultwright/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keccak256, keccakBatch } from '../engine/keccak.ts'
import { indexOf, positionsOf } from './digest-index.ts'
import { multiProofOf, verifyMultiProof } from './multi-proof.ts'
import { proofHexOf, proofOf, proofsHexOf, rootFromProof, verifyProof } from './proof.ts'
import { buildTree, digestAt, rootOf, type Tree } from './tree.ts'

const pad = keccak256(Uint8Array.of(9))
const count = 13
const digests = keccakBatch(
  new Uint8Array(count).map((_, index) => index),
  new Uint32Array(count + 1).map((_, index) => index),
)
const tree = buildTree(digests, { padding: pad })
const root = rootOf(tree)
const leaves = [...printHexRows(digests, 32), ...Array.from({ length: 3 }, () => printHex(pad))]
const oracle = SimpleMerkleTree.of(leaves, { sortLeaves: false })
const positions = Array.from({ length: tree.capacity }, (_, index) => index)

const isVerifiedByOracle = (multi: ReturnType<typeof multiProofOf>) =>
  SimpleMerkleTree.verifyMultiProof(oracle.root, {
    leaves: [...multi.leaves],
    proof: [...multi.proof],
    proofFlags: [...multi.proofFlags],
  })

describe('default: proofs', () => {
  test('golden: the same as OpenZeppelin for every position', () => {
    for (const position of positions) {
      expect(proofHexOf(tree, position)).toEqual(oracle.getProof(position))
    }
    const proofs = proofsHexOf(tree)
    expect(proofs).toEqual(positions.slice(0, count).map((position) => proofHexOf(tree, position)))
  })

  test('law: what is proven verifies, as bytes and as hex, and leads to the root', () => {
    for (const position of positions) {
      const leaf = digestAt(tree, position)
      expect(verifyProof(leaf, proofOf(tree, position), root)).toBe(true)
      expect(verifyProof(leaf, proofHexOf(tree, position), root)).toBe(true)
      expect(rootFromProof(leaf, proofOf(tree, position))).toEqual(root)
    }
  })

  test('behavior: one bit anywhere else is refused', () => {
    const bit = fc.nat(7)
    fc.assert(
      fc.property(fc.nat(count - 1), fc.nat(4 * 32 + 63), bit, (position, place, bitIndex) => {
        const whole = Buffer.concat([digestAt(tree, position), root, proofOf(tree, position)])
        whole[place]! ^= 1 << bitIndex
        const [leaf, stated, proof] = [
          whole.subarray(0, 32),
          whole.subarray(32, 64),
          whole.subarray(64),
        ]
        expect(verifyProof(leaf, proof, stated)).toBe(false)
        expect(verifyProof(leaf, printHexRows(proof, 32), stated)).toBe(false)
      }),
    )
  })

  test('behavior: a proof of another depth or shape is refused, without a throw', () => {
    const leaf = digestAt(tree, 0)
    const proof = proofOf(tree, 0)
    expect(verifyProof(leaf, proof.subarray(32), root)).toBe(false)
    expect(verifyProof(leaf, proof.subarray(0, 96), root)).toBe(false)
    expect(verifyProof(leaf, Buffer.concat([proof, pad]), root)).toBe(false)
    expect(verifyProof(leaf, proof.subarray(1), root)).toBe(false)
    expect(verifyProof(leaf.subarray(1), proof, root)).toBe(false)
    expect(verifyProof(leaf, proof, root.subarray(1))).toBe(false)
    expect(verifyProof(leaf, ['0x12'], root)).toBe(false)
    expect(verifyProof(leaf, ['0xno'], root)).toBe(false)
    expect(verifyProof(root, [], root)).toBe(true)
  })

  test('behavior: a tree of one leaf has an empty proof', () => {
    const reference = buildTree(pad)
    expect(proofOf(reference, 0)).toHaveLength(0)
    expect(proofsHexOf(reference)).toEqual([[]])
    expect(verifyProof(pad, [], rootOf(reference))).toBe(true)
  })

  test('error: OutsideTreeError and InvalidProofError', () => {
    expect(() => proofOf(tree, 16)).toThrow('no position 16')
    expect(() => proofHexOf(tree, -1)).toThrow('no position -1')
    expect(() => rootFromProof(pad, new Uint8Array(31))).toThrow('32-byte nodes')
    expect(() => rootFromProof(pad.subarray(1), new Uint8Array(32))).toThrow('32-byte nodes')
  })
})

describe('default: common proofs', () => {
  const some = fc.uniqueArray(fc.nat(tree.capacity - 1), { minLength: 1 })

  test('golden and law: OpenZeppelin makes the same and accepts it, and so do we', () => {
    fc.assert(
      fc.property(some, (chosen) => {
        const multi = multiProofOf(tree, chosen)
        expect(multi).toEqual(oracle.getMultiProof(chosen))
        expect(isVerifiedByOracle(multi)).toBe(true)
        expect(verifyMultiProof(multi, root)).toBe(true)
      }),
    )
  })

  test('behavior: whatever is changed, both refuse', () => {
    fc.assert(
      fc.property(some, fc.nat(2), fc.nat(31), (chosen, part, place) => {
        const multi = multiProofOf(tree, chosen)
        const flip = (list: readonly `0x${string}`[]) =>
          list.map((node, index) =>
            index === place % list.length
              ? (`${node.slice(0, -1)}${node.endsWith('0') ? '1' : '0'}` as const)
              : node,
          )
        const changed = [
          { ...multi, leaves: flip(multi.leaves as `0x${string}`[]) },
          { ...multi, proof: [...flip(multi.proof), ...multi.leaves.slice(0, 1)] },
          { ...multi, proofFlags: multi.proofFlags.slice(1) },
        ][part]!
        expect(verifyMultiProof(changed as typeof multi, root)).toBe(false)
      }),
    )
  })

  test('behavior: nothing is not a proof, nor are malformed nodes and flags', () => {
    const multi = multiProofOf(tree, [1, 2])
    const flags = multi.proofFlags
    expect(verifyMultiProof({ leaves: [], proof: [printHex(root)], proofFlags: [] }, root)).toBe(
      false,
    )
    expect(verifyMultiProof({ ...multi, leaves: ['0x12', '0x13'] }, root)).toBe(false)
    expect(verifyMultiProof({ ...multi, proofFlags: flags.map(() => true) }, root)).toBe(false)
    expect(verifyMultiProof({ ...multi, proofFlags: flags.map(() => false) }, root)).toBe(false)
    expect(verifyMultiProof(multi, pad)).toBe(false)
  })

  test('error: MultiProofPositionsError and OutsideTreeError', () => {
    expect(() => multiProofOf(tree, [])).toThrow('got none')
    expect(() => multiProofOf(tree, [3, 4, 3])).toThrow('got one twice')
    expect(() => multiProofOf(tree, [3, 16])).toThrow('no position 16')
  })
})

describe('default: the index', () => {
  const everyPositionOf = (whole: Tree, digest: Uint8Array) =>
    Array.from({ length: whole.capacity }, (_, index) => index).filter(
      (index) => Buffer.compare(digestAt(whole, index), digest) === 0,
    )

  test('law: every position of every digest, duplicates and padding included, ascending', () => {
    const kinds = fc.array(fc.nat(12), { minLength: 1, maxLength: 90 })
    fc.assert(
      fc.property(kinds, fc.constantFrom(31, 0), (list, place) => {
        // Digests that differ in one byte alone would meet in one slot if slots were a prefix.
        const bytes = new Uint8Array(32 * list.length)
        list.forEach((kind, index) => {
          bytes[32 * index + place] = kind
        })
        const padding = new Uint8Array(32).fill(12, place, place + 1)
        const whole = buildTree(bytes, { padding })
        const index = indexOf(whole)
        for (let kind = 0; kind <= 13; kind++) {
          const digest = new Uint8Array(32).fill(kind, place, place + 1)
          expect(positionsOf(index, digest)).toEqual(everyPositionOf(whole, digest))
        }
      }),
    )
  })

  test('behavior: what the tree does not hold is nowhere', () => {
    const index = indexOf(tree)
    expect(positionsOf(index, root)).toEqual([])
    expect(positionsOf(index, new Uint8Array(31))).toEqual([])
    // The leaf of 9 has the digest that the padding has.
    expect(positionsOf(index, pad)).toEqual([9, 13, 14, 15])
  })
})
