import { SimpleMerkleTree } from '@openzeppelin/merkle-tree'
import { parseHex, parseHexRows, printHex, printHexRows } from '@vaultwright/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { buildCountingEngine } from '../engine/counting-engine.ts'
import { engineOf } from '../engine/engine-choice.ts'
import { keccak256, keccakBatch } from '../engine/keccak.ts'
import { maximumCapacity } from './capacity.ts'
import {
  buildTree,
  buildTreeFromMessages,
  digestAt,
  layerOf,
  rootOf,
  type TreeOptions,
} from './tree.ts'

const pad = keccak256(Uint8Array.of(1, 2, 3))

function digestsOf(count: number): Uint8Array {
  const offsets = new Uint32Array(count + 1).map((_, index) => 4 * index)
  const data = new Uint8Array(new Uint32Array(count).map((_, index) => index).buffer)
  return keccakBatch(data, offsets)
}

function rootByOpenZeppelin(digests: Uint8Array, capacity: number): string {
  const leaves = printHexRows(digests, 32)
  const open = Array.from({ length: capacity - leaves.length }, () => printHex(pad))
  return SimpleMerkleTree.of([...leaves, ...open], { sortLeaves: false }).root
}

describe('default', () => {
  test('golden: OpenZeppelin, for every count to 40 and capacities above', () => {
    for (let count = 1; count <= 40; count++) {
      const digests = digestsOf(count)
      const smallest = 2 ** Math.ceil(Math.log2(count))
      for (const capacity of [smallest, 2 * smallest, 4 * smallest]) {
        const tree = buildTree(digests, { padding: pad, capacity })
        expect(printHex(rootOf(tree))).toBe(rootByOpenZeppelin(digests, capacity))
      }
    }
  })

  test('law: any engine, digests or messages, every node is the hash of its children', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(2), (count, growth) => {
        const capacity = 2 ** (Math.ceil(Math.log2(count)) + growth)
        const digests = digestsOf(count)
        const trees = (['simd', 'scalar', 'js'] as const).map((name) =>
          buildTree(digests, { padding: pad, capacity, engine: engineOf(name) }),
        )
        const [tree] = trees
        for (const variant of trees) expect(Buffer.compare(variant.nodes, tree!.nodes)).toBe(0)
        for (let level = 0; level < tree!.depth; level++) {
          const parents = new Uint8Array(layerOf(tree!, level).length / 2)
          engineOf('js').hashPairs(layerOf(tree!, level), parents)
          expect(Buffer.compare(parents, layerOf(tree!, level + 1))).toBe(0)
        }
        const leaves = layerOf(tree!, 0)
        expect(Buffer.compare(leaves.subarray(0, digests.length), digests)).toBe(0)
        for (let index = count; index < capacity; index++)
          expect(digestAt(tree!, index)).toEqual(pad)
      }),
      { numRuns: runsOf(1 / 4) },
    )
  })

  test('behavior: messages and digests give the same tree', () => {
    const data = new Uint8Array(3000).map((_, index) => index * 11)
    const offsets = Uint32Array.of(0, 45, 110, 195, 300, 1500, 3000)
    const reference = buildTreeFromMessages(data, offsets, { padding: pad })
    expect(reference).toEqual(buildTree(keccakBatch(data, offsets), { padding: pad }))
    expect(reference).toMatchObject({ capacity: 8, depth: 3, leafCount: 6 })
  })

  test('behavior: one leaf is its own root', () => {
    const tree = buildTree(pad)
    expect(tree).toMatchObject({ capacity: 1, depth: 0, leafCount: 1 })
    expect(rootOf(tree)).toEqual(pad)
  })

  test('behavior: the digests given are not touched and not kept', () => {
    const digests = digestsOf(2)
    const before = digests.slice()
    const tree = buildTree(digests)
    const root = rootOf(tree).slice()
    expect(digests).toEqual(before)
    digests.fill(0)
    expect(rootOf(tree)).toEqual(root)
  })
})

type File = { leafs: { LeafDigest: string }[]; MerkleTree: Record<string, string[]> }

describe.skipIf(!hasRealTrees)('golden: trees in production', () => {
  test.each(realTreeNames)('%s', (name) => {
    const file: File = JSON.parse(readRealTree(name).toString())
    const depth = Object.keys(file.MerkleTree).length - 1
    const leaves = file.MerkleTree[`${depth}`]!
    const digests = parseHexRows(
      file.leafs.map((leaf) => leaf.LeafDigest),
      32,
    )
    const tree = buildTree(parseHexRows(leaves, 32))
    for (let level = 0; level <= depth; level++) {
      expect(printHexRows(layerOf(tree, level), 32)).toEqual(file.MerkleTree[`${depth - level}`])
    }
    const padded = buildTree(digests, {
      capacity: leaves.length,
      padding: parseHex(leaves.at(-1)!),
    })
    expect(printHex(rootOf(padded))).toBe(file.MerkleTree['0']![0])
  })
})

describe('behavior: counted work', () => {
  const workOf = (digests: Uint8Array, options: TreeOptions) => {
    const counted = buildCountingEngine(engineOf('simd'))
    const tree = buildTree(digests, { ...options, engine: counted.engine })
    return { tree, ...counted.work() }
  }

  test('a full tree costs one hash a parent', () => {
    expect(workOf(digestsOf(1024), {}).hashes).toBe(1023)
  })

  test('one leaf in 2^20 costs two hashes a level', () => {
    const { hashes } = workOf(digestsOf(1), { padding: pad, capacity: 2 ** 20 })
    expect(hashes).toBe(20 + 19)
  })

  test('one leaf more than half of 2^20 costs its half and about two hashes a level', () => {
    const count = 2 ** 19 + 1
    const { hashes, permutations, tree } = workOf(digestsOf(count), { padding: pad })
    expect(tree.capacity).toBe(2 ** 20)
    expect(hashes).toBe(2 ** 19 - 1 + 20 + 18)
    expect(permutations).toBe(hashes)
    expect(tree.nodes.byteLength).toBe(32 * (2 ** 21 - 1))
    expect(tree.nodes.byteLength).toBeLessThan(100e6)
  })

  test('the largest tree', () => {
    const { tree, hashes } = workOf(digestsOf(3), { padding: pad, capacity: maximumCapacity })
    expect(tree.depth).toBe(22)
    expect(hashes).toBeLessThan(3 * 22)
    expect(digestAt(tree, maximumCapacity - 1)).toEqual(pad)
  })
})

describe('errors', () => {
  const two = digestsOf(2)
  test.each([
    ['EmptyTreeError', () => buildTree(new Uint8Array())],
    ['DigestLengthError', () => buildTree(new Uint8Array(33))],
    ['DigestLengthError', () => buildTree(two, { padding: new Uint8Array(31), capacity: 4 })],
    ['MissingPaddingError', () => buildTree(digestsOf(3))],
    ['MissingPaddingError', () => buildTree(two, { capacity: 4 })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: 3, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: 1, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: 0, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: -4, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: 2.5, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: Number.NaN, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: 2 ** 23, padding: pad })],
    ['InvalidCapacityError', () => buildTree(two, { capacity: 2 ** 40, padding: pad })],
    ['TreeTooLargeError', () => buildTree(new Uint8Array(32 * (maximumCapacity + 1)))],
    ['InvalidOffsetsError', () => buildTreeFromMessages(two, Uint32Array.of(0, 65))],
    ['OutsideTreeError', () => digestAt(buildTree(two), 2)],
    ['OutsideTreeError', () => digestAt(buildTree(two), -1)],
    ['OutsideTreeError', () => digestAt(buildTree(two), 0.5)],
    ['OutsideTreeError', () => layerOf(buildTree(two), 2)],
  ])('error: %s', (name, run) => {
    let thrown: unknown = null
    try {
      run()
    } catch (error) {
      thrown = error
    }
    expect((thrown as Error | null)?.name).toBe(name)
  })
})
