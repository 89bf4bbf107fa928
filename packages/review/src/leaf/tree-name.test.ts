import type { Address } from '@vaultwright/base'
import { fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree } from '@vaultwright/manager'
import { printBrief } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { treeNames } from './tree-name.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const approve = 'approve(address,uint256)'
type Approval = { readonly token: number; readonly spender: number; readonly description: string }

function fileWith(approvals: readonly Approval[], drone?: number): TreeFile {
  const leaves = approvals.map(({ token, spender, description }) =>
    buildLeaf({
      decoder: account(0xd0),
      target: account(drone ?? token),
      canSendValue: false,
      signature: approve,
      arguments: drone === undefined ? [account(spender)] : [account(spender), account(token)],
      description,
    }),
  )
  const tree = buildLeafTree(leaves, { capacity: 2 ** Math.ceil(Math.log2(leaves.length + 1)) })
  return fileOf(tree, {
    vault: account(0xb0),
    manager: account(0xb1),
    accountant: account(0xb2),
    decoder: account(0xd0),
  })
}
const textOf = (file: TreeFile, index: number) => treeNames(file)(account(index))?.text ?? null

test('law: a name is what every approval of the account says, in whatever order they stand', () => {
  const approval = fc.record({
    token: fc.integer({ min: 1, max: 4 }),
    spender: fc.integer({ min: 11, max: 14 }),
    words: fc.tuple(fc.constantFrom('A', 'B'), fc.constantFrom('X', 'Y')),
  })
  fc.assert(
    fc.property(fc.array(approval, { minLength: 1, maxLength: 12 }), (drafts) => {
      const approvals = drafts.map(({ token, spender, words: [who, what] }) => ({
        token,
        spender,
        description: `Approve ${who} to spend ${what}`,
      }))
      const names = treeNames(fileWith(approvals))
      const reversed = treeNames(fileWith([...approvals].reverse()))
      for (const index of [1, 2, 3, 4]) {
        const texts = new Set(
          drafts.filter((one) => one.token === index).map((one) => one.words[1]),
        )
        const name = texts.size === 1 ? [...texts][0]! : null
        expect(names(account(index))?.text ?? null).toBe(name)
        expect(reversed(account(index))?.text ?? null).toBe(name)
      }
    }),
  )
})

test('golden: an approval names its spender and its token, a drone’s the token behind it', () => {
  const description = 'Approve Super LRT, to spend swETH'
  const file = fileWith([{ token: 1, spender: 11, description }])
  expect(treeNames(file)(account(1))).toEqual({ text: 'swETH', source: 'tree' })
  expect(textOf(file, 11)).toBe('Super LRT')
  expect(textOf(file, 0xb0)).toBe('vault')
  expect(printBrief(account(1), treeNames(file), { whole: false })).toBe('"swETH" 0x0000…0001')
  const drone = fileWith(
    [{ token: 1, spender: 11, description: `(Drone: ${account(9)}) ${description}` }],
    9,
  )
  expect(textOf(drone, 1)).toBe('swETH')
  expect(textOf(drone, 9)).toBeNull()
})

test('refuses: two names, hidden marks, long texts, shares of a token, and other sentences', () => {
  const named = (...descriptions: readonly string[]) =>
    textOf(fileWith(descriptions.map((description) => ({ token: 1, spender: 11, description }))), 1)
  expect(named('Approve A to spend USDC', 'Approve A to spend usdc')).toBe('USDC')
  expect(named('Approve A to spend USDC', 'Approve A to spend DAI')).toBeNull()
  expect(named('Approve A to spend US\u202eDC')).toBeNull()
  expect(named(`Approve A to spend ${'x'.repeat(61)}`)).toBeNull()
  expect(named('Approve A to spend USDC shares')).toBeNull()
  expect(named('Supply USDC to Aave')).toBeNull()
})

test.skipIf(!hasRealTrees)('golden: real trees name most spenders of their approvals', () => {
  let spenders = 0
  let named = 0
  for (const name of realTreeNames) {
    const file = parseTreeFile(readRealTree(name))
    const names = treeNames(file)
    const approved = file.tree.leaves.filter(({ signature }) => signature === approve)
    for (const spender of new Set(approved.map((leaf) => leaf.arguments[0]!))) {
      spenders++
      if (names(spender) !== null) named++
    }
  }
  expect(spenders).toBeGreaterThan(100)
  expect(named / spenders).toBeGreaterThan(0.5)
})
