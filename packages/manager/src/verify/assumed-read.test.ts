import type { Hex } from '@vaultwright/base'
import { proofHexOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { buildLeaf } from '../leaf/leaf.ts'
import { buildLeafTree, positionsOfLeaf } from '../leaf/leaf-tree.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import { verifyCalldata } from './verify-calldata.ts'

const account = `0x${'11'.repeat(20)}` as const
const rules = buildRuleBook([
  {
    decoder: 'Test',
    reads: {
      marketOf: { contract: 'a hub', function: 'marketOf(uint256)', returns: '(bytes32 market)' },
    },
    functions: [
      {
        signature: 'fill(uint256 offer)',
        packs: 'hi16(marketOf(offer)), lo16(marketOf(offer))',
      },
      { signature: 'halve(uint256 offer)', packs: 'hi16(marketOf(offer))' },
    ],
  },
])
const abi = parseAbi(['function fill(uint256 offer)', 'function halve(uint256 offer)'])

/** The verdict of a call whose leaf binds such entries. */
function verdictOf(functionName: 'fill' | 'halve', entries: readonly Hex[]) {
  const signature = `${functionName}(uint256)`
  const parts = { decoder: account, target: account, canSendValue: false, signature }
  const leaf = buildLeaf({ ...parts, arguments: entries })
  const tree = buildLeafTree([leaf])
  const proof = proofHexOf(tree.tree, positionsOfLeaf(tree, leaf)[0]!)
  const data = encodeFunctionData({ abi, functionName, args: [7n] })
  const call = { decoder: account, target: account, data, value: 0n, proof }
  return verifyCalldata(encodeManage([call]), { tree, rules })
}

test('law: a word that a decoder reads is put together from the halves that a leaf binds', () => {
  const digits = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
  fc.assert(
    fc.property(digits, (word) => {
      const halves = [`0x${word.slice(0, 32)}00000000`, `0x${word.slice(32)}00000000`] as const
      const { verdict, calls } = verdictOf('fill', halves)
      expect(verdict).toBe('conditional')
      expect(calls[0]?.reads.map(({ read, value }) => [read.key, value])).toEqual([
        ['marketOf(7)', `0x${word}`],
      ])
    }),
  )
})

test('refuses: half a word names no answer, and neither do entries that are no halves', () => {
  const half = `0x${'22'.repeat(16)}00000000` as const
  expect(verdictOf('halve', [half]).verdict).toBe('unproven')
  expect(verdictOf('fill', [half, account]).verdict).not.toBe('conditional')
})
