import type { Address } from '@vaultwright/base'
import { fileOf, type TreeFile } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, type Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { ruleBook as rules } from '@vaultwright/protocols'
import { registryNames } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { printTreeChanges } from './change-print.ts'
import { treeChangeOf } from './tree-change.ts'

const accountOf = (seed: number): Address => checksumOf(`0x${seed.toString(16).padStart(40, '0')}`)
const vault = accountOf(0xa0)
const accounts = { vault, manager: accountOf(0xa1), accountant: null, decoder: accountOf(0xde) }
const approval = (token: number, spender: number): Leaf =>
  buildLeaf({
    decoder: accounts.decoder,
    target: accountOf(0x1000 + token),
    signature: 'approve(address,uint256)',
    arguments: [accountOf(0x2000 + spender)],
  })
const fileWith = (leaves: readonly Leaf[]): TreeFile => fileOf(buildLeafTree(leaves), accounts)
const printing = { names: registryNames(1), whole: false, detail: false }
const pairs = fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(5)), {
  selector: String,
  minLength: 2,
  maxLength: 20,
})

test('law: counts are those of the leaves, whatever the padding and the order', () => {
  fc.assert(
    fc.property(pairs, pairs, fc.boolean(), (old, now, isReversed) => {
      const before = fileWith(old.map((pair) => approval(...pair)))
      const leaves = now.map((pair) => approval(...pair))
      const after = fileWith(isReversed ? leaves.reverse() : leaves)
      const { leafCount, comparison, opened } = treeChangeOf({ before, after }, { rules })
      expect(leafCount).toEqual({ before: old.length, after: now.length })
      const earlierPairs = new Set(old.map(String))
      const added = now.filter((pair) => !earlierPairs.has(String(pair)))
      const countOf = (
        entries: readonly { readonly after: { readonly positions: readonly number[] } }[],
      ) => entries.reduce((sum, entry) => sum + entry.after.positions.length, 0)
      expect(countOf(comparison!.added) + countOf(comparison!.changed)).toBe(added.length)
      if (added.length === 0) expect(opened).toEqual([])
    }),
    { numRuns: runsOf(1) },
  )
})

test('law: a duplicate is reported by the change that brings it, and not again when leaves move', () => {
  fc.assert(
    fc.property(pairs, fc.nat(), (drawn, at) => {
      const leaves = drawn.map((pair) => approval(...pair))
      const twice = [...leaves, leaves[at % leaves.length]!]
      const [once, doubled] = [fileWith(leaves), fileWith(twice)]
      const duplicatesOf = (before: TreeFile | null, after: TreeFile) =>
        treeChangeOf({ before, after }, { rules }).findings.filter(
          ({ code }) => code === 'duplicate_leaf',
        ).length
      expect(duplicatesOf(once, doubled)).toBe(1)
      expect(duplicatesOf(null, doubled)).toBe(1)
      expect(duplicatesOf(doubled, fileWith([...twice].reverse()))).toBe(0)
      expect(duplicatesOf(doubled, once)).toBe(0)
      expect(duplicatesOf(doubled, fileWith([...twice, twice.at(-1)!]))).toBe(1)
    }),
    { numRuns: runsOf(1) },
  )
})

test('golden: what is not sound stands first, and a screen holds any number of files', () => {
  const file = fileWith([approval(1, 1), approval(2, 2)])
  const same = treeChangeOf({ before: file, after: file }, { rules })
  const quiet = { path: 'b.json', printing, change: same }
  const gone = {
    path: 'gone.json',
    printing,
    change: treeChangeOf({ before: file, after: null }, { rules }),
  }
  const unread = { path: 'z.json', printing, problem: 'The file is empty.' }
  expect(printTreeChanges([quiet, gone, unread], false)).toMatchInlineSnapshot(`
    "3 tree files changed: 1 cannot be read; in the others no way out is new or wider, as far as the rules tell

    z.json: cannot be read
      The file is empty.

    b.json: leaves 2 → 2
      The trees are the same.
      root     0x21439233f2c7f157095b3e283b9ff882ca2c5649ad52c86759aa89095097acaa

    gone.json: removed, 2 leaves gone
    "
  `)
  const many = Array.from({ length: 300 }, (_, index) => ({ ...quiet, path: `${index}.json` }))
  const text = printTreeChanges([...many, unread], true)
  expect(text.split('\n').length).toBeLessThanOrEqual(60)
  expect(text.indexOf('z.json')).toBeLessThan(text.indexOf('0.json'))
  expect(text).toContain('and 289 more')
})
