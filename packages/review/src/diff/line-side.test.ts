import type { Address } from '@vaultwright/base'
import { fileOf } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, type Leaf, paddingLeaf } from '@vaultwright/manager'
import { ruleBook as rules } from '@vaultwright/protocols'
import { tokenOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTrees } from './comparison.ts'
import { lineSidesOf } from './line-side.ts'
import { summaryLines } from './summary-line.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const vault = account(0xb0)
const accounts = {
  vault,
  manager: account(0xb1),
  accountant: account(0xb2),
  decoder: account(0xd0),
}
const file = (leaves: readonly Leaf[]) =>
  fileOf(buildLeafTree(leaves.length === 0 ? [paddingLeaf] : leaves), accounts)
const words = { names: () => null, whole: true }

type Part = { readonly target?: Address; readonly signature: string; readonly to: Address }
const leafOf = ({ target = tokenOf(1, 'WETH')!.address, signature, to }: Part) =>
  buildLeaf({
    decoder: accounts.decoder,
    target,
    canSendValue: false,
    signature,
    arguments: [to],
    description: '',
  })
const transfer = (to: Address) => leafOf({ signature: 'transfer(address,uint256)', to })
const approve = (to: Address) => leafOf({ signature: 'approve(address,uint256)', to })

test('golden: what is new stands on the right with its danger, what is gone on the left without one', () => {
  const [thief, spender] = [account(0xbad), account(0x77)]
  const [before, after] = [file([approve(spender)]), file([transfer(thief)])]
  const comparison = compareTrees(before, after, { rules, chainId: 1 })
  const lines = lineSidesOf(comparison, after, words)
  const added = lines.find(({ kind }) => kind === 'added')!
  const removed = lines.find(({ kind }) => kind === 'removed')!
  expect([added.before, removed.after]).toEqual([[], []])
  expect(added.after[0]).toContain(thief.slice(0, 6))
  expect(['critical', 'high']).toContain(added.dangers[0])
  expect(removed.before).toHaveLength(1)
  expect(removed.dangers).toEqual([])
})

const anyTree = fc
  .array(
    fc.record({
      to: fc.constantFrom(1, 2, 0xb0).map(account),
      target: fc.constantFrom(5, 6).map(account),
      signature: fc.constantFrom('approve(address,uint256)', 'unheardOf(address)'),
    }),
    { maxLength: 12 },
  )
  .map((parts) => file(parts.map(leafOf)))

test('law: the two columns have the lines of the summary, and a side is empty only where nothing is permitted', () => {
  fc.assert(
    fc.property(anyTree, anyTree, (before, after) => {
      const comparison = compareTrees(before, after, { rules, chainId: 1 })
      const lines = lineSidesOf(comparison, after, words)
      const summary = summaryLines(comparison, words).filter(({ kind }) => kind === 'change')
      expect(lines.map(({ leaves }) => leaves)).toEqual(summary.map(({ leaves }) => leaves))
      for (const line of lines) {
        expect(line.before.length === 0).toBe(line.kind === 'added')
        expect(line.after.length === 0).toBe(line.kind === 'removed')
        if (line.kind === 'removed') expect(line.dangers).toEqual([])
      }
    }),
  )
})
