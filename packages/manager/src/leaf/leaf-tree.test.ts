import { type Hex, printHex } from '@vaultwright/base'
import { digestAt, rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { buildLeaf, digestOf, type Leaf } from './leaf.ts'
import { buildLeafTree, leafAt, positionsOfLeaf } from './leaf-tree.ts'
import { isPadding, legacyPaddingLeaf, paddingLeaf } from './padding.ts'

const hex = (value: number) => `0x${value.toString(16).padStart(40, '0')}`

/** The leaves of the published anchors: decoder 0x…D0D0, targets from 1, value for every second. */
const anchor = (index: number): Leaf =>
  buildLeaf({
    decoder: hex(0xd0d0),
    target: hex(index + 1),
    canSendValue: index % 2 === 1,
    signature: 'approve(address,uint256)',
    arguments: [hex(0xa000 + index)],
  })
const anchors = (count: number) => Array.from({ length: count }, (_, index) => anchor(index))

test('default', () => {
  const roots: Record<number, Hex> = {
    2: '0x2a21c1f0b4b23aaf57ab74b6f5444f08b382211aea5d79aa87238772bdc8ab7e',
    4: '0x2e973a6993081a4958d6e60542f732b74882f64dcdbf1cff3cb5ff98fe9c8b36',
    8: '0x3dae3f2f3e94281e0686a2396e27fbc30667105f668961589753acc50fe9e781',
    16: '0x7ae575e7c6994eab7b0e7a8f44c0e482e4115d6fdd436f9934e878a1c1a2c16b',
  }
  for (const [count, root] of Object.entries(roots)) {
    expect(printHex(rootOf(buildLeafTree(anchors(Number(count))).tree))).toBe(root)
  }
})

test('behavior: every slot holds the digest of its leaf, and every leaf is found in its slots', () => {
  const slots = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(slots, fc.boolean(), (numbers, isLegacy) => {
      const leaves = numbers.map((number) => (number === 0 ? paddingLeaf : anchor(number)))
      const padding = isLegacy ? legacyPaddingLeaf(anchor(1).decoder) : paddingLeaf
      const tree = buildLeafTree(leaves, { padding })
      for (let slot = 0; slot < tree.tree.capacity; slot++) {
        const leaf = leafAt(tree, slot)!
        expect(digestAt(tree.tree, slot)).toEqual(digestOf(leaf))
        if (!isPadding(leaf)) {
          const same = numbers.flatMap((number, at) => (number === numbers[slot] ? [at] : []))
          expect(positionsOfLeaf(tree, { ...leaf, description: 'any' })).toEqual(same)
        }
      }
      expect(positionsOfLeaf(tree, anchor(7))).toEqual([])
    }),
  )
})

test('behavior: the smallest power of two of at least 2 is taken, or the capacity asked for', () => {
  const capacities = [1, 2, 3, 4, 5, 9].map((count) => buildLeafTree(anchors(count)).tree.capacity)
  expect(capacities).toEqual([2, 2, 4, 4, 8, 16])
  expect(buildLeafTree(anchors(1), { capacity: 1 }).tree.depth).toBe(0)
  expect(buildLeafTree(anchors(3), { capacity: 64 }).tree.capacity).toBe(64)
})

test('behavior: an empty slot keeps its description', () => {
  const note = { ...paddingLeaf, description: 'kept free' }
  const legacy = legacyPaddingLeaf(anchor(1).decoder)
  const tree = buildLeafTree([note, anchor(1)], { padding: legacy })
  expect(leafAt(tree, 0)).toEqual({ ...legacy, description: 'kept free' })
  expect(digestAt(tree.tree, 0)).toEqual(digestOf(legacy))
})

test('behavior: a slot that names no account but a function hashes as itself', () => {
  const odd = { ...paddingLeaf, signature: 'deposit()', selector: '0xd0e30db0' } as const
  const tree = buildLeafTree([anchor(1), odd], { padding: legacyPaddingLeaf(anchor(1).decoder) })
  expect(leafAt(tree, 1)).toEqual(odd)
  expect(leafAt(tree, 2)).toBeNull()
  expect(leafAt(tree, -1)).toBeNull()
  expect(leafAt(tree, 0.5)).toBeNull()
})

test.skipIf(!hasRealTrees)('behavior: real trees come out with their published roots', () => {
  for (const name of realTreeNames) {
    const { metadata, leafs } = JSON.parse(readRealTree(name).toString())
    // biome-ignore lint/suspicious/noExplicitAny: the file's own shape is what is tested
    const leaves = leafs.map((row: any) =>
      buildLeaf({
        decoder: row.DecoderAndSanitizerAddress,
        target: row.TargetAddress,
        canSendValue: row.CanSendValue,
        signature: row.FunctionSignature,
        arguments: row.AddressArguments,
        description: row.Description,
      }),
    )
    const tree = buildLeafTree(leaves)
    expect(printHex(rootOf(tree.tree)), name).toBe(metadata.ManageRoot)
    expect(leaves.filter((leaf: Leaf) => !isPadding(leaf)).length, name).toBe(metadata.LeafCount)
  }
})

test('error: EmptyTreeError', () => {
  expect(() => buildLeafTree([])).toThrow(expect.objectContaining({ code: 'empty_tree' }))
})
