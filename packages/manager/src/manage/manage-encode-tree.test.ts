import { type Address, type Hex, printHex } from '@vaultwright/base'
import { digestAt, proofHexOf, proofOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { buildLeaf } from '../leaf/leaf.ts'
import { buildLeafTree, positionOfProof } from '../leaf/leaf-tree.ts'
import { decodeManage } from './manage-decode.ts'
import { encodeManage } from './manage-encode.ts'
import {
  encodeManageFromTree,
  LeafMismatchError,
  type PositionedCall,
} from './manage-encode-tree.ts'

const account = (value: number): Address => getAddress(`0x${value.toString(16).padStart(40, '0')}`)
const leafOf = (index: number) =>
  buildLeaf({
    decoder: account(0xd0 + (index % 3)),
    target: account(0x70 + (index % 7)),
    canSendValue: index % 2 === 1,
    signature: 'approve(address,uint256)',
    arguments: [account(0xa0 + (index % 11))],
  })
const treeOf = (count: number, capacity?: number) =>
  buildLeafTree(
    Array.from({ length: count }, (_, index) => leafOf(index)),
    capacity === undefined ? {} : { capacity },
  )
const callOf = (position: number, length = 3): PositionedCall => ({
  position,
  target: leafOf(position).target,
  data: `0x095ea7b3${'ab'.repeat(length)}`,
  value: position % 2 === 1 ? 2n ** 200n + 1n : 0n,
})

test('default', () => {
  const size = fc.integer({ min: 1, max: 70 })
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 80 })), { maxLength: 8 })
  fc.assert(
    fc.property(size, picks, (count, chosen) => {
      const tree = treeOf(count)
      const calls = chosen.map(([at, length]) => callOf(at % count, length))
      const proven = calls.map(({ position, ...call }) => ({
        ...call,
        decoder: leafOf(position).decoder,
        proof: proofHexOf(tree.tree, position),
      }))
      const data = encodeManageFromTree(tree, calls)
      expect(data).toBe(encodeManage(proven))
      expect(encodeManageFromTree(tree, calls)).toBe(data)
      expect(decodeManage(data)).toEqual(proven)
    }),
  )
})

test('behavior: a batch larger than the lent memory, and a small one after it', () => {
  const tree = treeOf(64)
  const many = Array.from({ length: 400 }, (_, index) => callOf(index % 64, 100))
  const data = encodeManageFromTree(tree, many)
  expect(data.length).toBeGreaterThan(2 * 65536)
  expect(decodeManage(data).map((call) => call.data)).toEqual(many.map((call) => call.data))
  const [decoded] = decodeManage(encodeManageFromTree(tree, [callOf(5)]))
  expect(decoded).toMatchObject({ data: callOf(5).data, value: callOf(5).value })
})

test('behavior: a tree of one leaf proves with nothing', () => {
  const tree = treeOf(1, 1)
  expect(decodeManage(encodeManageFromTree(tree, [callOf(0)]))[0]!.proof).toEqual([])
})

test('behavior: a proof tells its slot, in one step a level', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (count, pick, at) => {
      const tree = treeOf(count)
      const position = pick % tree.tree.capacity
      const proof = proofOf(tree.tree, position)
      const proofPosition = positionOfProof(tree.tree, proof)
      expect(printHex(digestAt(tree.tree, proofPosition!))).toBe(
        printHex(digestAt(tree.tree, position)),
      )
      expect(positionOfProof(tree.tree, proof.subarray(32))).toBeNull()
      const broken = proof.slice()
      broken[at % broken.length] = broken[at % broken.length]! ^ 1
      expect(positionOfProof(tree.tree, broken)).toBeNull()
    }),
  )
})

test('error: LeafMismatchError', () => {
  const tree = treeOf(5)
  const good = callOf(2)
  const wrong: [Partial<PositionedCall>, RegExp][] = [
    [{ position: 7 }, /empty/],
    [{ position: 8 }, /empty/],
    [{ position: -1 }, /empty/],
    [{ target: account(1) }, /target/],
    [{ data: '0xa9059cbb' }, /approve/],
    [{ data: '0x' as Hex }, /approve/],
    [{ value: 1n }, /without value/],
  ]
  for (const [field, reason] of wrong) {
    const encode = () => encodeManageFromTree(tree, [good, { ...good, ...field }])
    expect(encode).toThrow(LeafMismatchError)
    expect(encode).toThrow(reason)
  }
  expect(() => encodeManageFromTree(tree, [{ ...callOf(1), value: 0n }])).toThrow(/only calls with/)
  const shouting: Hex = `0x${good.data.slice(2).toUpperCase()}`
  expect(encodeManageFromTree(tree, [{ ...good, data: shouting }])).toBe(
    encodeManageFromTree(tree, [good]),
  )
})
