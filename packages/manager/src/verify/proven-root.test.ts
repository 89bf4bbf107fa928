import { type Hex, printHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { buildLeaf } from '../leaf/leaf.ts'
import { buildLeafTree, type LeafTree } from '../leaf/leaf-tree.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import { provenRootOf } from './proven-root.ts'

const account = (text: string) => getAddress(`0x${text.padStart(40, '0')}`)
const decoder = account('d0')
const rules = buildRuleBook([
  {
    decoder: 'Test',
    functions: [{ signature: 'approve(address spender, uint256 amount)', packs: 'spender' }],
  },
])
const spenders = [1, 2, 3, 4, 5].map((index) => account(`e${index}`))
const treeOf = (targets: readonly string[]): LeafTree =>
  buildLeafTree(
    targets.flatMap((target) =>
      spenders.map((spender) =>
        buildLeaf({
          decoder,
          target: account(target),
          signature: 'approve(address,uint256)',
          arguments: [spender],
        }),
      ),
    ),
  )
const [tree, otherTree] = [treeOf(['a1', 'a2']), treeOf(['a1', 'a3'])]

function batchOf({ tree: inner, leaves }: LeafTree, positions: readonly number[]): Hex {
  const calls = positions.map((position) => {
    const { target, arguments: packed } = leaves[position]!
    const spender = packed[0]!.slice(2).toLowerCase().padStart(64, '0')
    const data: Hex = `0x095ea7b3${spender}${'7'.padStart(64, '0')}`
    return { proof: proofHexOf(inner, position), decoder, target, data, value: 0n }
  })
  return encodeManage(calls)
}

test('law: calls of one tree lead to its root, as many leaves as they are of', () => {
  const positions = fc.array(fc.nat(9), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(positions, (places) => {
      expect(provenRootOf(batchOf(tree, places), { rules })).toEqual({
        root: printHex(rootOf(tree.tree)),
        leaves: new Set(places).size,
      })
    }),
  )
})

test('refuses: calls of two trees, a changed call, no call and a function without a rule', () => {
  const [batch, two] = [batchOf(tree, [1, 2]), batchOf(otherTree, [1, 8])]
  expect(provenRootOf(two, { rules })?.root).toBe(printHex(rootOf(otherTree.tree)))
  const spender = spenders[2]!.slice(2).toLowerCase()
  const changed = batch.replace(spender, account('bad').slice(2).toLowerCase()) as Hex
  expect(changed).not.toBe(batch)
  expect(provenRootOf(changed, { rules })).toBe(null)
  expect(provenRootOf(encodeManage([]), { rules })).toBe(null)
  expect(provenRootOf(batch, { rules: buildRuleBook([]) })).toBe(null)
})
