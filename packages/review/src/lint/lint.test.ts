import { readFileSync } from 'node:fs'
import { type Address, type Finding, isSound, zeroAddress } from '@vaultwright/base'
import { fileOf, parseTreeFile, type TreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  buildRuleBook,
  type Leaf,
  type LeafTreeOptions,
  legacyPaddingLeaf,
  paddingLeaf,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasRealTrees,
  readRealTree,
  realTreeNames,
} from '../../../../test/support/call/real-tree.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { lintRules, lintTree } from './lint.ts'

const runs = runsOf(1)
const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const accounts = {
  vault: account(20),
  manager: account(21),
  accountant: account(22),
  decoder: account(100),
}
const rules = buildRuleBook([
  {
    decoder: 'All',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'transfer(address to, uint256 amount)', packs: 'to' },
      { signature: 'deposit()', packs: '' },
      { signature: 'submit(address referral)', packs: 'referral' },
      { signature: 'supply(address asset, uint256 amount)', packs: 'asset' },
      { signature: 'withdrawNativeFromDrone()', packs: '' },
      { signature: 'bridgeToken(address token, uint256 amount, address to)', packs: 'token, to' },
      {
        signature:
          'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
        packs: 'recipient, tokens[]',
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
    decoder: account(parts.decoder ?? 100),
    target: account(parts.target ?? 1),
    canSendValue: parts.value ?? false,
    signature: parts.signature ?? 'approve(address,uint256)',
    arguments: (parts.args ?? [1]).map(account),
    description: parts.description ?? '',
  })
}

function file(leaves: readonly Leaf[], options: LeafTreeOptions = {}): TreeFile {
  return fileOf(buildLeafTree(leaves, options), accounts)
}

function lint(leaves: readonly Leaf[], options: LeafTreeOptions = {}): readonly Finding[] {
  return lintTree(file(leaves, options), { rules })
}

function only(findings: readonly Finding[], code: string): Finding {
  const matches = findings.filter((finding) => finding.code === code)
  expect(matches).toHaveLength(1)
  return matches[0]!
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code)
const three = [leaf({}), leaf({ target: 2 }), leaf({ target: 3 })]

const declared = new Map(lintRules.flatMap(({ codes }) => Object.entries(codes)))

describe('lintTree', () => {
  test('default', () => {
    expect(lint(three)).toEqual([])
  })

  test("behavior: the file's own findings come first", () => {
    const finding: Finding = { code: 'x', severity: 'error', leaf: 1, message: 'No.', facts: {} }
    const findings = lintTree({ ...file([leaf({}), leaf({})]), findings: [finding] }, { rules })
    expect(codesOf(findings)).toEqual(['x', 'duplicate_leaf', 'capacity_nearly_full'])
  })

  test('behavior: gaps are listed in runs', () => {
    const [first, two, last] = three as [Leaf, Leaf, Leaf]
    const finding = only(
      lint([paddingLeaf, first, paddingLeaf, paddingLeaf, two, last]),
      'interior_gap',
    )
    expect(finding).toMatchObject({ severity: 'warning', leaf: 0 })
    expect(finding.facts).toEqual({
      count: 3,
      runs: [
        [0, 0],
        [2, 3],
      ],
      last: 5,
    })
  })

  test('behavior: duplicates are one finding with every slot', () => {
    const again = { ...leaf({}), description: 'other words' }
    const finding = only(lint([...three, again, leaf({})]), 'duplicate_leaf')
    expect(finding).toMatchObject({ severity: 'warning', leaf: 3 })
    expect(finding.facts.positions).toEqual([0, 3, 4])
    expect(finding.message).toContain('slots 0, 3 and 4')
  })

  test('behavior: capacity is too large, right, or nearly used up', () => {
    expect(only(lint(three, { capacity: 16 }), 'capacity_too_large').facts).toEqual({
      capacity: 16,
      used: 3,
      needed: 4,
      wordsSaved: 2,
    })
    expect(codesOf(lint(three, { capacity: 8 }))).toEqual(['capacity_too_large'])
    expect(codesOf(lint(three, { capacity: 4 }))).toEqual([])
    expect(only(lint([...three, leaf({ target: 4 })]), 'capacity_nearly_full').facts.free).toBe(0)
    expect(codesOf(lint(three.slice(0, 1)))).toEqual([])
  })

  test('behavior: padding is today’s, the legacy one, or neither', () => {
    expect(
      only(lint(three, { padding: legacyPaddingLeaf(account(100)) }), 'padding_variant'),
    ).toMatchObject({ severity: 'info', leaf: null })
    const finding: Finding = {
      code: 'padding_variant',
      severity: 'info',
      leaf: null,
      message: 'Old.',
      facts: {},
    }
    const legacy = file(three, { padding: legacyPaddingLeaf(account(100)) })
    expect(lintTree({ ...legacy, findings: [finding] }, { rules })).toEqual([finding])
    const odd = { ...paddingLeaf, canSendValue: true }
    expect(only(lint(three, { padding: odd }), 'unknown_padding').severity).toBe('warning')
    const named = { ...leaf({}), target: zeroAddress }
    expect(only(lint([...three, named]), 'padding_with_content').leaf).toBe(3)
  })

  test('behavior: a tree of nothing is named', () => {
    expect(only(lint([paddingLeaf]), 'no_used_leaf').severity).toBe('warning')
  })

  test('behavior: decoders besides the named one are counted', () => {
    const second = leaf({ target: 3, decoder: 101 })
    const mixed = only(lint([...three.slice(0, 2), second]), 'mixed_decoders')
    expect(mixed).toMatchObject({ severity: 'info', leaf: 2 })
    expect(mixed.facts.decoders).toEqual([
      { address: account(100), leaves: 2, first: 0 },
      { address: account(101), leaves: 1, first: 2 },
    ])
    const all = three.map((each) => ({ ...each, decoder: account(101) }))
    expect(codesOf(lint(all))).toEqual(['default_decoder_unused'])
    expect(only(lint([...three.slice(0, 2), leaf({ decoder: 0 })]), 'missing_decoder').leaf).toBe(2)
  })

  test('behavior: a zero address is named with its argument', () => {
    const referral = only(
      lint([...three.slice(0, 2), leaf({ signature: 'submit(address)', value: true, args: [0] })]),
      'zero_argument',
    )
    expect(referral).toMatchObject({
      severity: 'info',
      leaf: 2,
      facts: { argument: 0, label: 'referral' },
    })
    const receiver = leaf({ signature: 'transfer(address,uint256)', args: [0] })
    expect(only(lint([receiver, ...three.slice(1)]), 'zero_argument')).toMatchObject({
      severity: 'warning',
      leaf: 0,
      facts: { label: 'to' },
    })
  })

  test('behavior: a spender must be called by some leaf, or pull tokens for others', () => {
    const foreignSpender = leaf({ args: [9] })
    const finding = only(lint([...three.slice(1), foreignSpender]), 'spender_no_target')
    expect(finding).toMatchObject({ severity: 'warning', leaf: 2 })
    expect(finding.facts).toEqual({ spender: account(9), tokens: [account(1)], positions: [2] })
    for (const puller of [
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110',
    ] as const) {
      const pulled = { ...foreignSpender, arguments: [puller] }
      expect(codesOf(lint([...three.slice(1), pulled]))).toEqual([])
    }
    expect(codesOf(lintTree(file([...three.slice(1), foreignSpender])))).toEqual([
      'spender_no_target',
    ])
  })

  test('behavior: a token that is pulled must be approved', () => {
    const supply = leaf({ signature: 'supply(address,uint256)', target: 2, args: [5] })
    const allow = leaf({ target: 5, args: [2] })
    expect(codesOf(lint([supply, allow, leaf({})]))).toEqual([])
    const finding = only(lint([leaf({ target: 2 }), supply, leaf({})]), 'missing_approval')
    expect(finding).toMatchObject({ severity: 'warning', leaf: 1 })
    expect(finding.facts).toMatchObject({ spender: account(2), token: account(5), drone: null })
  })

  test('behavior: a missing value twin is named, and value is listed', () => {
    const variants = (...values: readonly boolean[]) => [
      ...values.map((value) =>
        leaf({ signature: 'bridgeToken(address,uint256,address)', args: [1, 20], value }),
      ),
      ...three,
    ]
    expect(codesOf(lint(variants(true, false)))).toEqual(['value_leaf'])
    expect(only(lint(variants(true)), 'missing_value_variant')).toMatchObject({
      severity: 'info',
      leaf: 0,
      facts: { canSendValue: true },
    })
    expect(only(lint(variants(false)), 'missing_value_variant').facts.canSendValue).toBe(false)
    const wrap = (value: boolean) => [
      leaf({ signature: 'deposit()', args: [], value }),
      ...three.slice(1),
    ]
    expect(codesOf(lint(wrap(true)))).toEqual(['value_leaf'])
    expect(only(lint(wrap(false)), 'missing_value_variant').severity).toBe('warning')
    expect(
      only(lint([leaf({ value: true }), ...three.slice(1)]), 'missing_value_variant'),
    ).toMatchObject({
      severity: 'warning',
    })
  })

  test('behavior: a leaf that no call can match is dead', () => {
    const stray = leaf({ signature: 'bridgeToken(address,uint256,address)', args: [1, 20, 0] })
    const finding = only(lint([...three.slice(1), stray]), 'dead_leaf')
    expect(finding).toMatchObject({ severity: 'warning', leaf: 2 })
    const short = leaf({ signature: 'bridgeToken(address,uint256,address)', args: [1] })
    expect(only(lint([...three.slice(1), short]), 'argument_count').facts.count).toBe(1)
  })

  test('behavior: a function without a rule is named once', () => {
    const unknown = [
      leaf({ signature: 'f()', args: [] }),
      leaf({ signature: 'f()', target: 5, args: [] }),
    ]
    expect(only(lint([...three.slice(0, 1), ...unknown]), 'unknown_function')).toMatchObject({
      severity: 'info',
      leaf: 1,
      facts: { positions: [1, 2] },
    })
  })

  test('behavior: drones are recognised by their leaves, and their oddities named', () => {
    const drone = [
      leaf({ signature: 'withdrawNativeFromDrone()', target: 9, args: [] }),
      leaf({ signature: 'transfer(address,uint256)', target: 9, args: [20, 1] }),
      ...three,
    ]
    expect(only(lint(drone), 'drone').facts).toEqual({ drone: account(9), positions: [1] })
    expect(codesOf(lint(drone))).toEqual(['drone'])
    const forwarding = (real: number, description = '') =>
      leaf({ signature: 'approve(address,uint256)', target: 9, args: [1, real], description })
    expect(only(lint([...drone, forwarding(0)]), 'drone_target_zero').leaf).toBe(5)
    expect(only(lint([...drone, forwarding(9)]), 'drone_calls_itself').leaf).toBe(5)
    expect(
      only(lint([...drone, forwarding(3, `(Drone: ${account(8)}) x`)]), 'drone_description').leaf,
    ).toBe(5)
  })

  test('refuses: to believe a description that names an account or a limit that the leaf has not', () => {
    const transfer = { signature: 'transfer(address,uint256)', target: 9, args: [20] }
    const named = leaf({ ...transfer, description: `Send it to ${account(8)}` })
    expect(only(lint([...three, named]), 'description_differs')).toMatchObject({
      severity: 'warning',
      leaf: 3,
      facts: { problem: `it names ${account(8)}, which is not in the leaf` },
    })
    const limited = leaf({ ...transfer, description: 'Send at most 5 of it' })
    expect(only(lint([...three, limited]), 'description_differs').leaf).toBe(3)
    const honest = leaf({ ...transfer, description: `Send it to ${account(20)}` })
    expect(codesOf(lint([...three, honest]))).not.toContain('description_differs')
  })

  test('behavior: a flash loan goes through the Manager', () => {
    const loan = (target: number, args: readonly number[]) => [
      ...three,
      leaf({ signature: 'flashLoan(address,address[],uint256[],bytes)', target, args }),
    ]
    expect(codesOf(lint(loan(21, [21, 1])))).toEqual(['capacity_nearly_full'])
    expect(codesOf(lint(loan(21, [20, 1])))).toContain('flash_loan_recipient')
    expect(codesOf(lint(loan(7, [21, 1])))).toContain('flash_loan_target')
    expect(codesOf(lint(loan(21, [21])))).toContain('flash_loan_tokens')
  })

  test('behavior: who receives besides the vault is listed', () => {
    const outside = leaf({ signature: 'transfer(address,uint256)', args: [7] })
    expect(only(lint([...three.slice(1), outside]), 'recipient_outside_vault')).toMatchObject({
      severity: 'info',
      leaf: 2,
      facts: { account: account(7), isTarget: false },
    })
  })

  test('behavior: every finding points at a leaf of the tree, in order of severity', () => {
    const anyLeaf = fc.record({
      signature: fc.constantFrom(
        'approve(address,uint256)',
        'deposit()',
        'f()',
        'transfer(address,uint256)',
      ),
      decoder: fc.constantFrom(0, 100, 101),
      target: fc.constantFrom(0, 1, 2),
      value: fc.boolean(),
      args: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(anyLeaf, { minLength: 1, maxLength: 20 }), (parts) => {
        const findings = lint(parts.map(leaf))
        const ranks = findings.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity))
        expect(ranks).toEqual(ranks.toSorted())
        for (const finding of findings) {
          expect(declared.get(finding.code)?.severities).toContain(finding.severity)
          expect(finding.message).toMatch(/^\S.*\.$/)
          expect(finding.leaf === null || finding.leaf < parts.length).toBe(true)
          expect(JSON.parse(JSON.stringify(finding))).toEqual(finding)
        }
      }),
      { numRuns: runs },
    )
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
      const treeFile = file(
        Array.from({ length: count }, (_, at) => leaf({ args: [at % 300, at % 3] })),
      )
      const spied = {
        ...treeFile,
        tree: { ...treeFile.tree, leaves: treeFile.tree.leaves.map(counted) },
      }
      lintTree(spied, { rules })
      return reads
    }
    expect(workOf(2048) / workOf(1024)).toBeLessThan(2.2)
  })

  const fixture = new URL('../../../../fixtures/trees/example-1024.json', import.meta.url)
  test('behavior: the example tree is sound', () => {
    const findings = lintTree(parseTreeFile(readFileSync(fixture)), { rules: ruleBook })
    expect(isSound(findings)).toBe(true)
    expect(
      findings.map(({ severity, code, leaf }) => `${severity} ${code} ${leaf}`),
    ).toMatchInlineSnapshot(`
      [
        "warning duplicate_leaf 880",
        "warning duplicate_leaf 881",
        "warning missing_approval 226",
        "info mixed_decoders 79",
        "info zero_argument 2",
        "info zero_argument 429",
        "info value_leaf 0",
        "info value_leaf 2",
        "info value_leaf 788",
        "info value_leaf 809",
        "info recipient_outside_vault 587",
        "info recipient_outside_vault 882",
        "info drone 883",
      ]
    `)
  })

  test.skipIf(!hasRealTrees)('behavior: real trees are sound (skipped without them)', () => {
    for (const name of realTreeNames) {
      const findings = lintTree(parseTreeFile(readRealTree(name)), {
        rules: ruleBook,
      })
      expect([name, findings.filter(({ severity }) => severity === 'error')]).toEqual([name, []])
      const silly = ['dead_leaf', 'unknown_function', 'argument_count', 'flash_loan_recipient']
      expect([name, findings.filter(({ code }) => silly.includes(code))]).toEqual([name, []])
    }
  })
})

describe('leaves that bind nothing', () => {
  const bare = (signature: string) => leaf({ signature, args: [] })
  const findingsOf = (one: Leaf) =>
    lintTree(file([one]), { rules: ruleBook }).filter(({ code }) => code === 'binds_nothing')

  test('law: what no leaf binds is named, wherever a function takes an account', () => {
    const all = [...ruleBook.groups.values()].flatMap(({ rules: own }) => own)
    for (const { signature, function: called } of all) {
      const findings = findingsOf(bare(signature))
      expect(findings.length, signature).toBe(/\baddress\b/.test(signature) ? 1 : 0)
      for (const { facts } of findings) {
        expect((facts.free as readonly string[]).length).toBeGreaterThan(0)
        expect(called.inputs.fields.length).toBeGreaterThan(0)
      }
    }
  })

  test('golden: an error where no decoder packs so few, a warning where one does', () => {
    expect(findingsOf(bare('transfer(address,uint256)'))).toMatchObject([
      {
        severity: 'error',
        message: `The caller names \`_to\` in 1 leaf of transfer(address,uint256) (slot 0): no argument is bound. No known decoder packs nothing of it: either no call can match, or ${account(100)} decodes nothing. Bind the arguments, or remove the leaf.`,
      },
    ])
    expect(findingsOf(bare('withdraw(address,uint256)'))).toMatchObject([
      { severity: 'info', facts: { free: ['`asset`'] } },
    ])
    expect(findingsOf(bare('mystery(address,uint256,address)'))).toMatchObject([
      { severity: 'warning', facts: { free: ['2 accounts'] } },
    ])
    expect(findingsOf(leaf({ signature: 'transfer(address,uint256)' }))).toEqual([])
  })
})

describe('second readings', () => {
  const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const router: Address = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
  const leafOn = (target: Address, signature: string, args: readonly Address[]) =>
    buildLeaf({ decoder: account(100), target, signature, arguments: [...args] })
  const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
  const [sink, weth, vault] = [account(66), account(67), accounts.vault]
  const errorsOf = (leaves: readonly Leaf[]) =>
    lintTree(file(leaves), { rules: ruleBook })
      .filter(({ severity }) => severity === 'error')
      .map(({ code, leaf: slot, message }) => ({ code, slot, message }))

  test('refuses: leaves whose last argument can be a suffix that the target ignores', () => {
    const approval = leafOn(usdc, 'approve(address,uint256)', [sink, weth])
    const swap = leafOn(router, exactInput, [usdc, weth, sink, vault])
    expect(errorsOf([approval, swap])).toEqual([
      {
        code: 'second_reading',
        slot: 0,
        message: `Slot 0 permits more than it shows: ${usdc} is not a drone, and runs approve(address,uint256) itself, and \`spender\` is ${sink}. Remove the leaf.`,
      },
      {
        code: 'second_reading',
        slot: 1,
        message: `Slot 1 permits more than it shows: with a drone's suffix in place of the last argument ${router} runs ${exactInput} itself, and \`params.recipient\` is ${sink}. Bind each step by a leaf of its own, or let a drone make the call.`,
      },
    ])
  })

  test('golden: where only some decoders allow it, the tree is open and the sentence names them', () => {
    const decoder = (name: string, packs: string) => ({
      decoder: name,
      functions: [{ signature: 'pay(address to, address[] hops)', packs }],
    })
    const book = buildRuleBook([decoder('Strict', 'hops[0], to'), decoder('Loose', 'hops[], to')])
    const leaves = [leafOn(account(5), 'pay(address,address[])', [sink, weth])]
    const [finding, ...further] = lintTree(file(leaves), { rules: book }).filter(
      ({ code }) => code === 'second_reading',
    )
    expect(further).toEqual([])
    expect(finding).toMatchObject({ severity: 'warning', facts: { decoders: ['Loose'] } })
    expect(finding!.message).toContain(
      `may permit more than it shows, if its decoder ${account(100)} packs like Loose: `,
    )
  })

  test('golden: one hop, a drone that is on no record, and a list with one receiver are sound', () => {
    const drone = account(77)
    const claim = 'claim(address[],address[],uint256[],bytes32[][])'
    expect(
      errorsOf([
        leafOn(router, exactInput, [usdc, weth, vault]),
        leafOn(router, claim, [vault, vault]),
        leafOn(drone, 'approve(address,uint256)', [sink, weth]),
      ]),
    ).toEqual([])
  })
})
