import type { Address } from '@vaultwright/base'
import { fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  buildRuleBook,
  type Leaf,
  paddingLeaf,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasRealTrees, readRealTree } from '../../../../test/support/call/real-tree.ts'
import { permissionOf, wordingOf } from '../leaf/leaf-identity.ts'
import { compareTrees } from './comparison.ts'
import { type DiffEntry, diffTrees, type TreeDiff } from './diff.ts'
import { printDiffMarkdown, printDiffText } from './diff-print.ts'

const printing = { names: () => null, whole: true, detail: true }
const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const accounts = {
  vault: account(0xb0),
  manager: account(0xb1),
  accountant: account(0xb2),
  decoder: account(0xd0),
}
const approve = 'approve(address,uint256)'
const supply = 'supply(address,uint256,address,uint16)'
const rules = buildRuleBook([
  {
    decoder: 'Base',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'transfer(address to, uint256 amount)', packs: 'to' },
    ],
  },
  {
    decoder: 'Pool',
    functions: [
      {
        signature: 'supply(address asset, uint256 amount, address onBehalfOf, uint16 code)',
        packs: 'asset, onBehalfOf',
      },
    ],
  },
])

type Parts = {
  readonly signature?: string
  readonly decoder?: number
  readonly target?: number
  readonly value?: boolean
  readonly args?: readonly number[]
  readonly description?: string
}

function leaf(parts: Parts): Leaf {
  return buildLeaf({
    decoder: account(parts.decoder ?? 0xd0),
    target: account(parts.target ?? 1),
    canSendValue: parts.value ?? false,
    signature: parts.signature ?? approve,
    arguments: (parts.args ?? [2]).map(account),
    description: parts.description ?? '',
  })
}

function file(leaves: readonly Leaf[]): TreeFile {
  return fileOf(buildLeafTree(leaves.length === 0 ? [paddingLeaf] : leaves), accounts)
}

const anyLeaf = fc
  .record({
    signature: fc.constantFrom(approve, supply),
    decoder: fc.constantFrom(0xd0, 0xd1),
    target: fc.constantFrom(1, 2),
    value: fc.boolean(),
    args: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    description: fc.constantFrom('', 'a', 'b'),
  })
  .map(leaf)
const anyTree = fc.array(anyLeaf, { maxLength: 24 })

const nameOf = (each: Leaf) => `${permissionOf(each)} ${wordingOf(each)}`

function bagOf(leaves: readonly Leaf[]): readonly string[] {
  return leaves.map(nameOf).sort()
}

/** Takes from a tree's leaves what the diff takes, and adds what it adds. */
function applied(leaves: readonly Leaf[], diff: TreeDiff): readonly string[] {
  const names = leaves.map(nameOf)
  for (const { before } of [...diff.removed, ...diff.changed, ...diff.described]) {
    for (const _ of before.positions) {
      const position = names.indexOf(nameOf(before.leaf))
      expect(position).toBeGreaterThanOrEqual(0)
      names.splice(position, 1)
    }
  }
  for (const { after } of [...diff.added, ...diff.changed, ...diff.described]) {
    for (const _ of after.positions) names.push(nameOf(after.leaf))
  }
  return names.sort()
}

const meaning = (entries: readonly DiffEntry[]) =>
  entries
    .map((entry) =>
      [
        'before' in entry ? `${nameOf(entry.before.leaf)} x${entry.before.positions.length}` : '',
        'after' in entry ? `${nameOf(entry.after.leaf)} x${entry.after.positions.length}` : '',
      ].join(' => '),
    )
    .sort()
const mirrored = (entries: readonly string[]) =>
  entries.map((entry) => entry.split(' => ').reverse().join(' => ')).sort()

describe('diffTrees', () => {
  test('default', () => {
    const before = [
      leaf({ args: [2], description: 'keeps' }),
      leaf({ signature: supply, target: 7, args: [5, 0xb0] }),
      leaf({ signature: supply, target: 7, args: [6, 0xb0], description: 'old words' }),
      leaf({ target: 3 }),
    ]
    const after = [
      leaf({ signature: supply, target: 7, args: [6, 0xb0], description: 'new words' }),
      leaf({ signature: supply, target: 7, args: [5, 0xee], decoder: 0xd1 }),
      leaf({ args: [2], description: 'keeps' }),
      leaf({ target: 4, args: [9] }),
    ]
    expect(
      printDiffText(compareTrees(file(before), file(after), { rules }), printing),
    ).toMatchInlineSnapshot(`
      "! riskier: 2 high new or wider ways out: 0x00000000000000000000000000000000000000eE is not the vault and can receive all of 0x0000000000000000000000000000000000000005 through supply of 0x0000000000000000000000000000000000000007 (slot 1).
      leaves   4: 1 added, 1 removed, 1 changed, 1 described otherwise; actions 3 → 4: 2 new, 1 gone; new: 1 recipient, 1 spender, 1 target, 1 decoder
      ! 1 new leaf that no action describes
      ! new recipient: 0x00000000000000000000000000000000000000eE (supply(address,uint256,address,uint16), 1 leaf)
      ! new spender: 0x0000000000000000000000000000000000000009
      ! new decoder: 0x00000000000000000000000000000000000000D1
      ! new target: 0x0000000000000000000000000000000000000004
      root     0xf930fa9ae75333a63fb6758cc51200bcf5afa65c96e412de9afdfb0307ab5805 → 0x26fc8656bcf3c0df89b8361faa7a3debe4678ea396dada0a9daebacf7c43aa3d
      chain    not known: accounts are named as on the one chain that has them on record

      ~ supply(address,uint256,address,uint16) (no action describes it)  0x0000000000000000000000000000000000000007: asset 0x0000000000000000000000000000000000000005, onBehalfOf 0x00000000000000000000000000000000000000B0 → 0x00000000000000000000000000000000000000eE, decoder 0x00000000000000000000000000000000000000d0 → 0x00000000000000000000000000000000000000D1 (1 leaf)
      + erc_20/approve  0x0000000000000000000000000000000000000004: spender 0x0000000000000000000000000000000000000009 (1 leaf)
      - erc_20/approve  0x0000000000000000000000000000000000000003: spender 0x0000000000000000000000000000000000000002 (1 leaf)
      " described otherwise, permitting what they permitted (1 leaf)

      Aave v3: 0x0000000000000000000000000000000000000007
        supply(address,uint256,address,uint16)
        ~ decoder 0x00000000000000000000000000000000000000d0 → 0x00000000000000000000000000000000000000D1; argument 2 \`onBehalfOf\` 0x00000000000000000000000000000000000000B0 → 0x00000000000000000000000000000000000000eE, still asset 0x0000000000000000000000000000000000000005 (slot 1)
        " description "old words" → "new words" (slot 2 → slot 0)

      0x0000000000000000000000000000000000000003
        approve(address,uint256)
        - spender 0x0000000000000000000000000000000000000002, decoder 0x00000000000000000000000000000000000000d0 (slot 3)

      0x0000000000000000000000000000000000000004
        approve(address,uint256)
        + spender 0x0000000000000000000000000000000000000009, decoder 0x00000000000000000000000000000000000000d0 (slot 3)
      "
    `)
  })

  test('behavior: a tree does not differ from itself', () => {
    fc.assert(
      fc.property(anyTree, (leaves) => {
        const diff = diffTrees(file(leaves), file(leaves), { rules })
        expect(entryCountOf(diff)).toBe(0)
        expect(Object.values(diff.callouts).flat()).toEqual([])
      }),
    )
  })

  test('behavior: applied to the earlier leaves it gives the later ones', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (before, after) => {
        expect(applied(before, diffTrees(file(before), file(after)))).toEqual(bagOf(after))
      }),
    )
  })

  test('behavior: the other way round it is mirrored', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (one, other) => {
        const there = diffTrees(file(one), file(other))
        const back = diffTrees(file(other), file(one))
        expect(mirrored(meaning(there.added))).toEqual(meaning(back.removed))
        expect(mirrored(meaning(there.removed))).toEqual(meaning(back.added))
        expect(mirrored(meaning(there.changed))).toEqual(meaning(back.changed))
        expect(mirrored(meaning(there.described))).toEqual(meaning(back.described))
      }),
    )
  })

  test('behavior: order and gaps play no part', () => {
    const shuffled = fc
      .tuple(anyTree, anyTree)
      .chain(([before, after]) =>
        fc.tuple(
          fc.constant([before, after] as const),
          fc.shuffledSubarray([...before, paddingLeaf], { minLength: before.length + 1 }),
          fc.shuffledSubarray([...after, paddingLeaf], { minLength: after.length + 1 }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([[before, after], before2, after2]) => {
        const plain = diffTrees(file(before), file(after), { rules })
        const moved = diffTrees(file(before2), file(after2), { rules })
        for (const kind of ['added', 'removed', 'changed', 'described'] as const) {
          expect(meaning(moved[kind])).toEqual(meaning(plain[kind]))
        }
      }),
    )
  })

  test('behavior: one edited field is one change', () => {
    const base = [
      leaf({ signature: supply, args: [5, 6] }),
      leaf({ signature: supply, args: [7, 8] }),
      leaf({ signature: supply, args: [7, 9] }),
    ]
    const edits: [Parts, string][] = [
      [{ signature: supply, args: [5, 6], decoder: 0xd1 }, 'decoder'],
      [{ signature: supply, args: [5, 6], value: true }, 'canSendValue'],
      [{ signature: supply, args: [5, 99] }, 'argument'],
      [{ signature: supply, args: [5] }, 'argument'],
    ]
    for (const [parts, field] of edits) {
      const diff = diffTrees(file(base), file([...base.slice(1), leaf(parts)]), { rules })
      expect([diff.added, diff.removed, diff.described]).toEqual([[], [], []])
      expect(diff.changed.map((entry) => entry.differences.map((each) => each.field))).toEqual([
        [field],
      ])
      expect(diff.changed[0]).toMatchObject({
        before: { positions: [0] },
        after: { positions: [2] },
      })
    }
  })

  test('behavior: duplicates count', () => {
    const twice = [leaf({}), leaf({})]
    const diff = diffTrees(file([leaf({})]), file([...twice, leaf({})]))
    expect(diff.added.map(({ after }) => after.positions)).toEqual([[1, 2]])
    const swapped = diffTrees(
      file(twice),
      file(twice.map((each) => ({ ...each, decoder: account(0xd9) }))),
    )
    expect(swapped.changed.map(({ before, after }) => [before.positions, after.positions])).toEqual(
      [
        [
          [0, 1],
          [0, 1],
        ],
      ],
    )
  })

  test('behavior: where several changes could be meant it does not guess', () => {
    const before = [leaf({ args: [2] }), leaf({ args: [3] })]
    const after = [leaf({ args: [4] }), leaf({ args: [5] })]
    const diff = diffTrees(file(before), file(after))
    expect([diff.changed.length, diff.removed.length, diff.added.length]).toEqual([0, 2, 2])
  })

  test('behavior: another order is not a difference but another root', () => {
    const leaves = [leaf({ args: [2] }), leaf({ args: [3] }), leaf({ args: [4] })]
    const diff = diffTrees(file(leaves), file(leaves.toReversed()))
    expect(entryCountOf(diff)).toBe(0)
    expect(diff.root.before).not.toBe(diff.root.after)
    const textOf = (later: readonly Leaf[]) =>
      printDiffText(compareTrees(file(leaves), file(later), { rules }), printing)
    expect(textOf(leaves.toReversed())).toContain('No permission differs: order')
    expect(textOf(leaves)).toContain('The trees are the same.')
  })

  test('behavior: new accounts are called out', () => {
    const before = file([
      leaf({ args: [2] }),
      leaf({ target: 2, signature: supply, args: [1, 0xb0] }),
    ])
    const after = file([
      ...before.tree.leaves,
      leaf({ args: [0x51], decoder: 0xd5 }),
      leaf({ target: 9, args: [0x51] }),
      leaf({ target: 2, signature: supply, args: [1, 0xee] }),
      leaf({ signature: 'transfer(address,uint256)', args: [2] }),
      leaf({ signature: 'transfer(address,uint256)', args: [0xb1] }),
    ])
    const { callouts } = diffTrees(before, after, { rules })
    expect(callouts.decoders.map((each) => each.address)).toEqual([leaf({ decoder: 0xd5 }).decoder])
    expect(callouts.targets.map((each) => each.address)).toEqual([account(9)])
    expect(callouts.spenders).toMatchObject([
      { address: account(0x51), tokens: [account(1), account(9)], positions: [2, 3] },
    ])
    expect(callouts.recipients).toMatchObject([
      {
        address: leaf({ args: [0xee] }).arguments[0],
        labels: ['onBehalfOf'],
        isKnownTarget: false,
      },
      { address: account(2), labels: ['to'], isKnownTarget: true },
    ])
  })

  test('behavior: approvals and transfers are understood without a rule book', () => {
    const before = file([leaf({ args: [2] })])
    const after = file([
      leaf({ args: [3] }),
      leaf({ signature: 'transfer(address,uint256)', args: [4] }),
    ])
    const { callouts } = diffTrees(before, after)
    expect(callouts.spenders.map((each) => each.address)).toEqual([account(3)])
    expect(callouts.recipients.map((each) => each.address)).toEqual([account(4)])
  })

  test.skipIf(!hasRealTrees)(
    'behavior: a decoder swapped in a real tree (skipped without it)',
    () => {
      const real = parseTreeFile(readRealTree('ethereum-liquid-eth.json'))
      const used = real.tree.leaves.filter(({ signature }) => signature !== '')
      const old = real.metadata.decoder!
      const swap = (each: Leaf) =>
        each.decoder === old ? { ...each, decoder: account(0xd7) } : each
      const later = fileOf(buildLeafTree(used.slice(3).map(swap).toReversed()), real.metadata)
      const diff = diffTrees(real, later, { rules: ruleBook })
      const countOf = (
        entries: readonly { readonly before: { readonly positions: readonly number[] } }[],
      ) => entries.reduce((sum, { before }) => sum + before.positions.length, 0)
      expect(countOf(diff.changed)).toBe(
        used.slice(3).filter(({ decoder }) => decoder === old).length,
      )
      expect([countOf(diff.removed), diff.added.length, diff.described.length]).toEqual([3, 0, 0])
      expect(diff.callouts).toMatchObject({ targets: [], spenders: [], recipients: [] })
      expect(diff.callouts.decoders).toHaveLength(1)
      expect(applied(used, diff)).toEqual(bagOf(later.tree.leaves))
      expect(entryCountOf(diffTrees(real, real))).toBe(0)
    },
  )

  test('behavior: who takes the place of the vault is called out, whatever the rule calls it', () => {
    const claim = (who: number, target = 1) =>
      leaf({ signature: supply, target, args: [who, 0xb0] })
    const before = file([claim(0xb0), claim(6, 7)])
    const { callouts } = diffTrees(before, file([claim(0xee), claim(8, 7)]), { rules })
    expect(callouts.recipients).toMatchObject([
      { address: leaf({ args: [0xee] }).arguments[0], labels: ['asset'] },
    ])
  })

  test('behavior: a later file cannot make its own recipient the vault', () => {
    const before = file([leaf({ signature: supply, args: [1, 0xb0] })])
    const after = { ...file([leaf({ signature: supply, args: [1, 0xee] })]) }
    const lying = {
      ...after,
      metadata: { ...after.metadata, vault: leaf({ args: [0xee] }).arguments[0]! },
    }
    expect(diffTrees(before, lying, { rules }).callouts.recipients).toHaveLength(1)
  })

  test('behavior: a diff is data that JSON keeps', () => {
    const diff = diffTrees(file([leaf({})]), file([leaf({ value: true }), leaf({ target: 8 })]), {
      rules,
    })
    expect(JSON.parse(JSON.stringify(diff))).toEqual(diff)
  })

  test('behavior: texts of a file cannot act on a terminal or a page', () => {
    const evil = 'x\u001b[2J\r\n# y `` <img src=x> [a](b) @all https://e.vil \u202e'
    const diff = compareTrees(
      file([leaf({})]),
      file([leaf({ description: evil }), leaf({ target: 8, description: evil })]),
      { rules },
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(printDiffText(diff, printing)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    const lines = printDiffMarkdown(diff, printing)
      .split('\n')
      .filter((line) => line.includes('e.vil'))
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/^- \*\*\w+\*\* ``` [^\n]* ```$/)
  })

  test('behavior: work grows with the leaves, not with their square', () => {
    const workOf = (count: number) => {
      let reads = 0
      const counted = (each: Leaf): Leaf =>
        Object.defineProperty({ ...each }, 'target', {
          enumerable: true,
          get: () => {
            reads++
            return each.target
          },
        })
      const side = (offset: number) =>
        Array.from({ length: count }, (_, at) => leaf({ args: [offset + at, at % 7] }))
      const [left, right] = [file(side(1)), file(side(1e6))]
      const spied = (of: TreeFile): TreeFile => ({
        ...of,
        tree: { ...of.tree, leaves: of.tree.leaves.map(counted) },
      })
      diffTrees(spied(left), spied(right), { rules })
      return reads
    }
    expect(workOf(1024) / workOf(512)).toBeLessThan(2.2)
  })
})

function entryCountOf({ added, removed, changed, described }: TreeDiff): number {
  return added.length + removed.length + changed.length + described.length
}
