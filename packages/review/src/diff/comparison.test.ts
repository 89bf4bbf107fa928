import { readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import { fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { buildLeaf, buildLeafTree, isPadding, type Leaf, paddingLeaf } from '@vaultwright/manager'
import { ruleBook as rules } from '@vaultwright/protocols'
import { joinNames, registryNames } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { treeNames } from '../leaf/tree-name.ts'
import { compareTrees, type TreeComparison } from './comparison.ts'
import { printDiffMarkdown, printDiffText } from './diff-print.ts'
import { expandSet, type SetLeaf, type SetLeafSide } from './diff-set.ts'
import { summaryLines } from './summary-line.ts'

const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const accounts = {
  vault: account(0xb0),
  manager: account(0xb1),
  accountant: account(0xb2),
  decoder: account(0xd0),
}
const plain = { names: () => null, whole: true, detail: false }
const signatures = [
  'approve(address,uint256)',
  'supply(address,uint256,address,uint16)',
  'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)',
  'unheardOf(address)',
]

const anyLeaf = fc
  .record({
    signature: fc.constantFrom(...signatures),
    decoder: fc.constantFrom(0xd0, 0xd1),
    target: fc.constantFrom(1, 2, 3),
    value: fc.boolean(),
    entries: fc.array(fc.constantFrom(1, 2, 3, 0xb0), { maxLength: 5 }),
    description: fc.constantFrom('', 'a', 'b'),
  })
  .map(({ signature, decoder, target, value, entries, description }) =>
    buildLeaf({
      decoder: account(decoder),
      target: account(target),
      canSendValue: value,
      signature,
      arguments: entries.map(account),
      description,
    }),
  )
const anyTree = fc.array(anyLeaf, { maxLength: 40 })
const file = (leaves: readonly Leaf[]) =>
  fileOf(buildLeafTree(leaves.length === 0 ? [paddingLeaf] : leaves), accounts)

const sideText = (side: SetLeafSide | null) =>
  side === null
    ? ''
    : [side.decoder, side.target, side.canSendValue, side.signature, ...side.arguments].join(' ')
const leafText = ({ before, after }: SetLeaf) => `${sideText(before)} => ${sideText(after)}`

function expectSameLeaves(comparison: TreeComparison): void {
  const { added, removed, changed, described, summary } = comparison
  for (const [kind, entries] of Object.entries({ added, removed, changed, described })) {
    const inDetail = entries.flatMap((entry) => {
      const before = 'before' in entry ? entry.before : null
      const after = 'after' in entry ? entry.after : null
      const text = leafText({ before: before?.leaf ?? null, after: after?.leaf ?? null })
      return (after ?? before)!.positions.map(() => text)
    })
    const sets = summary.sets.filter((set) => set.kind === kind)
    const expanded = sets.flatMap(expandSet).map(leafText)
    expect(expanded.sort()).toEqual(inDetail.sort())
    expect(sets.reduce((sum, { leaves }) => sum + leaves, 0)).toBe(inDetail.length)
  }
}

function expectAllCounted(comparison: TreeComparison): void {
  const { summary, leafCount } = comparison
  const { counts } = summary
  expect(leafCount.before - counts.removed + counts.added).toBe(leafCount.after)
  const inLines = summary.lines.flatMap(({ sets, approvals }) => [...sets, ...approvals])
  expect([...inLines].sort((a, b) => a - b)).toEqual([...summary.sets.keys()])
  const printed = summaryLines(comparison, plain).reduce((sum, { leaves }) => sum + leaves, 0)
  expect(printed).toBe(counts.added + counts.removed + counts.changed + counts.described)
}

test('law: the sets expand to exactly the leaves of the detail', () => {
  fc.assert(
    fc.property(anyTree, anyTree, (before, after) => {
      expectSameLeaves(compareTrees(file(before), file(after), { rules }))
    }),
  )
})

test('law: every leaf of a change is in the counts and in one line', () => {
  fc.assert(
    fc.property(anyTree, anyTree, (before, after) => {
      const comparison = compareTrees(file(before), file(after), { rules })
      expectAllCounted(comparison)
      expect(printDiffText(comparison, plain).split('\n').length).toBeLessThanOrEqual(42)
      expect(JSON.parse(JSON.stringify(comparison.summary))).toEqual(comparison.summary)
    }),
  )
})

test('law: another order of leaves gives the same sets', () => {
  fc.assert(
    fc.property(anyTree, anyTree, (before, after) => {
      const textOf = (one: readonly Leaf[], other: readonly Leaf[]) =>
        printDiffText(compareTrees(file(one), file(other), { rules }), plain)
          .replace(/^(root|slots) .*$/gm, '')
          .split('\n')
          .sort()
      const turned = textOf(before.toReversed(), after.toReversed())
      expect(turned.length).toBe(textOf(before, after).length)
    }),
    { numRuns: runsOf(1 / 2) },
  )
})

test('refuses: trees of different vaults are compared, and said to be of different vaults first', () => {
  const leaf = buildLeaf({
    decoder: account(0xd0),
    target: account(1),
    canSendValue: false,
    signature: signatures[0]!,
    arguments: [account(2)],
  })
  const otherFile = fileOf(buildLeafTree([{ ...leaf, target: account(3) }]), {
    ...accounts,
    vault: account(0xbb),
  })
  const [first, second] = printDiffText(
    compareTrees(file([leaf]), otherFile, { rules }),
    plain,
  ).split('\n')
  expect(first).toMatch(/^! The trees are of different vaults: 0x/)
  expect(second).toBe('! The trees have no leaf in common. Check that both are of the same vault.')
})

test('refuses: trees of different chains, as their vaults tell, are said to be', () => {
  const onlyMainnet = '0x917ceE801a67f933F2e6b33fC0cD1ED2d5909D88'
  const onlyPlasma = '0xd447b8776cEd03C4Cb40C7F6515dA89d90f6648A'
  const of = (vault: Address) => fileOf(buildLeafTree([paddingLeaf]), { ...accounts, vault })
  const { cautions } = compareTrees(of(onlyMainnet), of(onlyPlasma), { rules }).summary
  expect(cautions[1]).toContain('different chains: mainnet and plasma')
})

test('refuses: a file that contradicts itself is compared by its leaves, and said to be damaged first', () => {
  const text = readFileSync(
    new URL('../../../../fixtures/trees/example-1024.json', import.meta.url),
    'utf8',
  )
  const sound = parseTreeFile(new TextEncoder().encode(text))
  const edited = text.replace('"CanSendValue": true', '"CanSendValue": false')
  const damaged = parseTreeFile(new TextEncoder().encode(edited))
  const lines = printDiffText(compareTrees(sound, damaged, { rules }), plain).split('\n')
  expect(lines[0]).toMatch(/^! The later file contradicts itself; its leaves are compared: /)
  expect(lines.find((line) => line.startsWith('leaves '))).toContain('1 changed')
})

test('refuses: functions that no action describes are counted first, never left out', () => {
  const leaf = buildLeaf({
    decoder: account(0xd0),
    target: account(1),
    canSendValue: false,
    signature: 'unheardOf(address)',
    arguments: [account(0xee)],
  })
  const lines = printDiffText(compareTrees(file([]), file([leaf]), { rules }), plain).split('\n')
  expect(lines[0]).toMatch(/^! riskier: 1 unknown/)
  expect(lines[2]).toBe('! 1 new leaf that no action describes')
  expect(lines.at(-2)).toMatch(/^\+ unheardOf\(address\) \(no action describes it\)/)
})

test('refuses: a description that calls a thief the Aave pool stands in quotes beside his address', () => {
  const thief = account(0xbad)
  const leaf = (spender: Address, description: string) =>
    buildLeaf({
      decoder: account(0xd0),
      target: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      canSendValue: false,
      signature: signatures[0]!,
      arguments: [spender],
      description,
    })
  const after = file([
    leaf(thief, 'Approve Aave v3 Core to spend USDC'),
    leaf('0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', 'Approve Harmless to spend USDC'),
  ])
  const comparison = compareTrees(file([]), after, { rules, chainId: 1 })
  const names = joinNames(registryNames(1), treeNames(after))
  const text = printDiffText(comparison, { names, whole: false, detail: false })
  expect(text).toContain(
    `2 new spenders: "Aave v3 Core" ${comparison.callouts.spenders[0]!.address}`,
  )
  expect(text).toContain('Aave v3 Core 0x8787…A4E2')
  expect(text).not.toContain('Harmless')
})

test('law: work grows with the leaves, not with their square', () => {
  const workOf = (count: number) => {
    let reads = 0
    const counted = (leaf: Leaf): Leaf =>
      Object.defineProperty({ ...leaf }, 'target', {
        enumerable: true,
        get: () => {
          reads++
          return leaf.target
        },
      })
    const side = (offset: number) =>
      Array.from({ length: count }, (_, at) =>
        buildLeaf({
          decoder: account(0xd0 + (offset % 3)),
          target: account(1 + (at % 5)),
          canSendValue: false,
          signature: signatures[at % 3]!,
          arguments: [account(offset + at), account(at % 7)],
        }),
      )
    const spied = (of: TreeFile): TreeFile => ({
      ...of,
      tree: { ...of.tree, leaves: of.tree.leaves.map(counted) },
    })
    compareTrees(spied(file(side(1))), spied(file(side(1e6))), { rules })
    return reads
  }
  expect(workOf(2048) / workOf(1024)).toBeLessThan(2.2)
})

test.skipIf(!hasRealTrees)(
  'golden: parts of real trees, and each against the next, expand to their leaves',
  () => {
    const files = realTreeNames.map((name) => parseTreeFile(readRealTree(name)))
    for (const [index, real] of files.entries()) {
      const used = real.tree.leaves.filter((leaf) => !isPadding(leaf))
      const part = fileOf(
        buildLeafTree(used.filter((_, at) => (at * 7 + index) % 5 > 0)),
        real.metadata,
      )
      for (const foreign of [part, files[(index + 1) % files.length]!]) {
        const comparison = compareTrees(real, foreign, { rules })
        expectSameLeaves(comparison)
        expectAllCounted(comparison)
        const printing = { names: treeNames(real), whole: false, detail: false }
        expect(printDiffText(comparison, printing).split('\n').length).toBeLessThanOrEqual(42)
        expect(printDiffMarkdown(comparison, printing)).toContain('<details>')
      }
    }
  },
)
