import { readdirSync, readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import { fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  type Leaf,
  legacyPaddingLeaf,
  paddingLeaf,
  rulesFor,
} from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  type Binding,
  knownFactsOf,
  leafOf,
  type Pattern,
  patternsOf,
  protocols,
  ruleBook,
  sampleOf,
  secondReadingOf,
} from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { leavesOfStrategist } from '../expand/leaf-list.ts'
import { buildStrategistTree } from '../expand/strategist-tree.ts'
import { parseDefinition } from '../file/definition.ts'
import { printDefinition } from '../file/definition-print.ts'
import { parseOrder, printOrder } from '../file/order.ts'
import { type Inference, type InferOptions, inferDefinition } from './infer.ts'

const numRuns = runsOf(1 / 2)
const fixtures = new URL('../../../../fixtures/chain/trees/', import.meta.url)
const accounts = Array.from({ length: 9 }, (_, at) => checksumOf(`0x${`${at + 1}`.repeat(40)}`))
const [vault, manager, drone, decoder, outsider] = accounts as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const free = accounts.slice(5)
const patterns = protocols.flatMap(({ actions }) =>
  actions.flatMap((action) => patternsOf(action, ruleBook)),
)

const options = (slug: string): InferOptions => ({
  chain: chainOf(slug)!,
  name: 'Vault',
  strategist: 'main',
  account: null,
  orderPath: 'vault.order.json',
  vault: null,
  manager: null,
})

/** Through both files and back into a tree. */
function rebuilt(inference: Inference, slug: string) {
  const definition = parseDefinition(printDefinition(inference.definition, inference.notes))
  const ref = { chain: slug, strategist: 'main', knownFacts: knownFactsOf(chainOf(slug)!.id) }
  const leaves = leavesOfStrategist(definition, ref)
  const order = parseOrder(printOrder(inference.order))
  return buildStrategistTree(definition, leaves, { ...ref, order })
}

const leavesOf = ({ tree }: TreeFile) => {
  const isBlank = (leaf: Leaf) => leaf.target === paddingLeaf.target && leaf.description === ''
  return tree.leaves.slice(0, tree.leaves.findLastIndex((leaf) => !isBlank(leaf)) + 1)
}

/** Leaves of actions between few accounts, so that approvals, products and repetitions come about. */
const knownLeaf: fc.Arbitrary<Leaf> = fc
  .record({
    pattern: fc.constantFrom(...patterns),
    picks: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    through: fc.constantFrom(null, null, drone),
    by: fc.constantFrom(decoder, decoder, outsider),
  })
  .map(({ pattern, picks, through, by }) => {
    const sample = sampleOf(pattern.action, pattern.size ?? 0)
    const pick = (at: number) => free[picks[at % picks.length]! % free.length]!
    const values = Object.entries(sample).map(([name, value], at) => {
      const { kind = 'place' } = pattern.action.parameters[name] ?? {}
      if (kind === 'account' || kind === 'token') return [name, pick(at)]
      return kind === 'tokens' ? [name, (value as []).map((_, i) => pick(at + i))] : [name, value]
    })
    const actor = { self: through ?? vault, manager, decoder: by, drone: through }
    const leaf = leafOf(pattern, Object.fromEntries(values) as Binding, actor)
    return { ...leaf, description: pattern.action.name }
  })
const account = fc.constantFrom(...accounts)
const foreign: fc.Arbitrary<Leaf> = fc
  .record({
    decoder: account,
    target: account,
    canSendValue: fc.boolean(),
    signature: fc.constantFrom(
      'approve(address,uint256)',
      'deposit()',
      'supply(address,uint256)',
      'unheard(address)',
      'not canonical (uint256)',
      'abbreviated(uint,address)',
    ),
    arguments: fc.array(account, { maxLength: 4 }),
    description: fc.string({ unit: 'grapheme', maxLength: 12 }),
  })
  .map(buildLeaf)
const slots = fc
  .array(fc.oneof({ weight: 6, arbitrary: knownLeaf }, foreign, fc.constant(paddingLeaf)), {
    minLength: 1,
    maxLength: 24,
  })
  .chain((leaves) =>
    fc
      .array(fc.constantFrom(...leaves), { maxLength: 4 })
      .map((again) => [...leaves, ...again, leaves[0]!]),
  )

test('default: a definition inferred from a tree builds the same tree', () => {
  const paddings = fc.constantFrom(paddingLeaf, legacyPaddingLeaf(decoder))
  fc.assert(
    fc.property(slots, paddings, fc.constantFrom(undefined, 64), (leaves, padding, capacity) => {
      const shape = capacity === undefined ? { padding } : { padding, capacity }
      const tree = buildLeafTree(leaves, shape)
      const file = fileOf(tree, { vault, manager, accountant: null, decoder })
      const inference = inferDefinition(file, options('local'))
      const built = rebuilt(inference, 'local')
      expect(built.root).toBe(file.metadata.root)
      expect(leavesOf(built.file)).toEqual(leavesOf(file))
      expect(built.findings.filter(({ code }) => code.startsWith('order'))).toEqual([])
    }),
    { numRuns },
  )
})

/** The number of other parties of the leaves of each action in a second reading. */
const opened = new Map<string, number>()

test.each(
  patterns.map((pattern) => [`${pattern.action.route} of ${pattern.decoders[0]}`, pattern]),
)('behavior: a leaf of %s comes back as an entry', (_, pattern) => {
  const { action, size } = pattern as Pattern
  const values = sampleOf(action, size ?? 0) as unknown as Binding
  const actor = { self: vault, manager, decoder, drone: null }
  const leaf = leafOf(pattern as Pattern, values, actor)
  const tree = buildLeafTree([leaf])
  const file = fileOf(tree, { vault, manager, accountant: null, decoder })
  const inference = inferDefinition(file, options('local'))
  // A definition does not build what a suffix opens: such a leaf stands as it is.
  const rules = rulesFor(ruleBook, leaf.selector)
  const decoderRules = rules.filter(({ decoders }) =>
    decoders.some((one) => (pattern as Pattern).decoders.includes(one)),
  )
  const partiesBy = (some: typeof rules) =>
    (secondReadingOf(leaf, some)?.parties ?? []).filter(({ account }) => account !== vault)
  const parties = partiesBy(rules)
  expect(inference.used).toBe(1)
  // What its own decoder keeps shut may be read as an action of a decoder that does not.
  const possible = partiesBy(decoderRules).length > 0 ? [0] : parties.length > 0 ? [0, 1] : [1]
  expect(possible).toContain(inference.recognised)
  opened.set(action.route, (opened.get(action.route) ?? 0) + parties.length)
  expect(rebuilt(inference, 'local').root).toBe(file.metadata.root)
})

test('golden: the swaps along several pools, and no other action, have leaves that a suffix opens', () => {
  const routes = [...opened].flatMap(([route, count]) => (count > 0 ? [route] : []))
  // The swap of Algebra names a deployer between its tokens, which is a token in between to other decoders.
  expect(routes.sort()).toEqual([
    'algebra/swap',
    'algebra/swap_through',
    'camelot/swap_through',
    'uniswap_v3/swap_through',
    'uniswap_v3/swap_through_02',
  ])
})

test.each(readdirSync(fixtures))('behavior: %s comes back, all of it as entries', (name) => {
  const file = parseTreeFile(readFileSync(new URL(name, fixtures)))
  const inference = inferDefinition(file, options('local'))
  expect(rebuilt(inference, 'local').root).toBe(file.metadata.root)
  expect(inference.unrecognised).toEqual([])
})

test.runIf(hasRealTrees)('behavior: real trees come back, nine tenths of them as entries', () => {
  const lines: string[] = []
  const left = new Map<string, number>()
  let [used, recognised] = [0, 0]
  for (const name of realTreeNames) {
    const slug = /^(arbitrum|base|optimism)-/.exec(name)?.[1] ?? 'mainnet'
    const file = parseTreeFile(readRealTree(name))
    const inference = inferDefinition(file, options(slug))
    const built = rebuilt(inference, slug)
    expect(built.root, name).toBe(file.metadata.root)
    expect(leavesOf(built.file), name).toEqual(leavesOf(file))
    used += inference.used
    recognised += inference.recognised
    lines.push(`${inference.recognised}/${inference.used}  ${name}`)
    for (const { signature, count } of inference.unrecognised) {
      left.set(signature, (left.get(signature) ?? 0) + count)
    }
  }
  const table = [...left].sort(([, one], [, more]) => more - one)
  console.log(
    [
      ...lines,
      `recognised ${recognised} of ${used} (${((100 * recognised) / used).toFixed(2)} %)`,
      ...table.map(([signature, count]) => `${count}  ${signature}`),
    ].join('\n'),
  )
  expect(recognised / used).toBeGreaterThanOrEqual(0.9)
})

test('behavior: a tree of empty slots alone comes back', () => {
  const tree = buildLeafTree([paddingLeaf, paddingLeaf])
  const file = fileOf(tree, { vault, manager, accountant: null, decoder })
  const inference = inferDefinition(file, options('local'))
  expect(rebuilt(inference, 'local').root).toBe(file.metadata.root)
  expect(inference).toMatchObject({ used: 0, recognised: 0 })
})

test('behavior: actions with the same values share an entry', () => {
  const file = parseTreeFile(readFileSync(new URL('local-eth-lending.json', fixtures)))
  const { definition } = inferDefinition(file, options('local'))
  expect(printDefinition(definition)).toContain(
    'actions: [ borrow, repay, set_collateral, supply, withdraw ]',
  )
})

test('behavior: what a tree says of accounts stands beside them once, and cannot leave its comment', () => {
  const { words, line } = {
    words: 'Lend to a\nname: Evil\r# b\u2028',
    line: 'Lend to a name: Evil # b',
  }
  const target = `0x${'5'.repeat(40)}` as const
  const leaf = (signature: string) =>
    buildLeaf({
      decoder,
      target,
      signature,
      arguments: [`0x${'0'.repeat(40)}`],
      description: words,
    })
  const tree = buildLeafTree([leaf('a(address)'), leaf('b(address)')])
  const file = fileOf(tree, { vault, manager, accountant: null, decoder })
  const inference = inferDefinition(file, options('local'))
  expect([...inference.notes.keys()]).toEqual([target])
  const text = printDefinition(inference.definition, inference.notes)
  expect(text.split(`'${target}' # ${line}\n`)).toHaveLength(2)
  expect(text).toContain('unchecked')
  const plain = parseDefinition(printDefinition(inference.definition))
  expect({ ...parseDefinition(text), locationOf: null }).toEqual({ ...plain, locationOf: null })
})

test('error: UnknownOwnerError when it is not said whose tree it is', () => {
  const tree = buildLeafTree([buildLeaf({ decoder, target: vault, signature: 'a()' })])
  const file = fileOf(tree, { vault, manager: null, accountant: null, decoder })
  expect(() => inferDefinition(file, options('local'))).toThrow(
    expect.objectContaining({ code: 'unknown_owner' }),
  )
})

const approvalBy = (by: Address, spender: Address) =>
  buildLeaf({
    decoder: by,
    target: free[0]!,
    signature: 'approve(address,uint256)',
    arguments: [spender],
  })
const decodersIn = (inference: Inference) =>
  parseDefinition(printDefinition(inference.definition)).chains[0]!.decoders

test("golden: the file's decoder stays the default one, however few leaves name it", () => {
  const leaves = [
    approvalBy(decoder, free[1]!),
    approvalBy(outsider, free[1]!),
    approvalBy(outsider, free[2]!),
  ]
  const file = fileOf(buildLeafTree(leaves), { vault, manager, accountant: null, decoder })
  const inference = inferDefinition(file, options('mainnet'))
  expect([...decodersIn(inference)]).toEqual([
    ['default', decoder],
    ['erc_20-decoder', outsider],
  ])
  expect(rebuilt(inference, 'mainnet').file.metadata.decoder).toBe(decoder)
  const silent = fileOf(buildLeafTree(leaves), { vault, manager, accountant: null, decoder: null })
  expect(decodersIn(inferDefinition(silent, options('mainnet'))).get('default')).toBe(outsider)
})

test('golden: decoders with the same content are told apart by their first digits', () => {
  const alike = [free[1]!, checksumOf(`0x7777${'8'.repeat(36)}`)]
  const unheard = buildLeaf({
    decoder: free[3]!,
    target: free[0]!,
    signature: 'harvest()',
    arguments: [],
  })
  const leaves = [...alike.map((by) => approvalBy(by, free[2]!)), unheard]
  const file = fileOf(buildLeafTree(leaves), { vault, manager, accountant: null, decoder })
  const names = [...decodersIn(inferDefinition(file, options('mainnet'))).keys()]
  expect([...names].sort()).toEqual([
    'default',
    'erc_20-decoder-77777',
    'erc_20-decoder-77778',
    'harvest-decoder',
  ])
})

test('law: names of decoders do not depend on the order of leaves', () => {
  fc.assert(
    fc.property(slots, (leaves) => {
      const namesIn = (list: readonly Leaf[]) => {
        const file = fileOf(buildLeafTree(list), { vault, manager, accountant: null, decoder })
        return new Map(
          [...decodersIn(inferDefinition(file, options('local')))].map(([name, by]) => [by, name]),
        )
      }
      const names = namesIn(leaves)
      expect(names.get(decoder)).toBe('default')
      expect(new Set(names.values()).size).toBe(names.size)
      expect(new Map([...namesIn([...leaves].reverse())].sort())).toEqual(
        new Map([...names].sort()),
      )
    }),
    { numRuns: runsOf(1 / 4) },
  )
})

test('golden: a withdrawal from an account that is not known is only possibly an action', () => {
  const leaf = buildLeaf({
    decoder,
    target: outsider,
    canSendValue: false,
    signature: 'withdraw(uint256)',
    arguments: [],
    description: '',
  })
  const file = fileOf(buildLeafTree([leaf]), { vault, manager, accountant: null, decoder })
  const inference = inferDefinition(file, options('mainnet'))
  expect(inference.possible).toEqual([{ route: expect.any(String), count: 1 }])
  expect(rebuilt(inference, 'mainnet').root).toBe(file.metadata.root)
})
