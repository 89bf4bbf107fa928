import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import { parseTreeFile } from '@vaultwright/formats'
import {
  buildLeaf,
  buildLeafTree,
  buildRuleBook,
  encodeFlashLoan,
  encodeManage,
  encodeManageFromTree,
  type Leaf,
  type LeafTree,
  type ManageCall,
  matchCall,
} from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { managerAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import {
  concat,
  decodeFunctionData,
  encodePacked,
  getAddress,
  keccak256,
  toFunctionSelector,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { callsOfTree } from '../../../../test/support/call/leaf-call-set.ts'
import {
  hasRealTrees,
  realTreeNames,
  realTreePath,
} from '../../../../test/support/call/real-tree.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { CallWithoutLeafError, evidenceOf } from './evidence.ts'
import {
  checksumOfEvidence,
  type Evidence,
  EvidenceFileError,
  parseEvidence,
  printEvidence,
} from './evidence-file.ts'
import { verifyEvidence } from './evidence-verify.ts'

const account = (value: number) => getAddress(`0x${value.toString(16).padStart(40, '0')}`)
const exampleTrees = [
  'trees/example-1024.json',
  'chain/trees/local-eth-main-3.json',
  'chain/trees/local-usd-main-3.json',
]
const manager = account(0x3a00)
const vault = account(0x20)
const strategist = account(0x50)
const approve = 'approve(address,uint256)'
const loan = 'flashLoan(address,address[],uint256[],bytes)'
const rules = buildRuleBook([
  {
    decoder: 'Test',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      {
        signature:
          'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
        packs: 'recipient, tokens[]',
      },
    ],
  },
])

/** Approvals of any kind, and the Manager's flash loan in the last slot. */
const trees = fc
  .array(
    fc.record({ decoder: fc.nat(3), target: fc.nat(6), spender: fc.nat(9), value: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((rows) => {
    const leaves = rows.map(({ decoder, target, spender, value }) =>
      buildLeaf({
        decoder: account(0xd000 + decoder),
        target: account(0x7000 + target),
        canSendValue: value,
        signature: approve,
        arguments: [account(0xb000 + spender)],
        description: `Approve ${spender}`,
      }),
    )
    const last = { decoder: account(0xd000), target: manager, signature: loan }
    return buildLeafTree([...leaves, buildLeaf({ ...last, arguments: [manager, account(0x7000)] })])
  })
const batches = trees.chain((tree) =>
  fc.record({
    tree: fc.constant(tree),
    positions: fc.array(fc.nat(tree.leaves.length - 1), { minLength: 1, maxLength: 4 }),
    inner: fc.array(fc.nat(tree.leaves.length - 2), { maxLength: 3 }),
    amount: fc.bigInt(0n, 2n ** 256n - 1n),
  }),
)
type Sample = typeof batches extends fc.Arbitrary<infer Value> ? Value : never

function callAt({ tree, inner, amount }: Sample, position: number): ManageCall {
  const {
    decoder,
    target,
    canSendValue,
    selector,
    arguments: args,
    signature,
  } = tree.leaves[position]!
  const nested = inner.map((one) => callAt({ tree, inner: [], amount, positions: [] }, one))
  const word = `0x${amount.toString(16).padStart(64, '0')}` as Hex
  const data =
    signature === loan
      ? encodeFlashLoan({
          recipient: manager,
          tokens: [account(0x7000)],
          amounts: [1n],
          calls: nested,
          salt: '0x',
        })
      : concat([selector, `0x${'00'.repeat(12)}`, args[0]!, word])
  return {
    proof: proofHexOf(tree.tree, position),
    decoder,
    target,
    data,
    value: canSendValue ? 7n : 0n,
  }
}

const partsOf = (tree: LeafTree, calldata: Hex) => ({
  calldata,
  tree,
  manager,
  vault,
  strategist,
  chainId: 1,
})
const evidenceFor = (sample: Sample): Evidence =>
  evidenceOf(partsOf(sample.tree, encodeManage(sample.positions.map((at) => callAt(sample, at)))))
const resealed = (evidence: Evidence): Evidence => ({
  ...evidence,
  checksum: checksumOfEvidence(evidence),
})
const codesOf = (evidence: Evidence, book = rules) => {
  const verdict = verifyEvidence(evidence, { rules: book })
  return verdict.ok ? [] : verdict.reasons.map(({ code }) => code)
}

type Key = string | number
/** Every hex text in a document, by where it stands. */
function hexPathsIn(value: unknown, path: readonly Key[] = []): readonly (readonly Key[])[] {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{2,}$/.test(value) ? [path] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, one]) => hexPathsIn(one, [...path, key]))
}

/** The document with one bit of a hex text turned; accounts keep a right spelling. */
function turned(evidence: Evidence, path: readonly Key[], at: number): Evidence {
  const copy = JSON.parse(JSON.stringify(evidence))
  const key = path.at(-1)!
  const place = path.slice(0, -1).reduce((value, one) => value[one], copy)
  const text: string = place[key].toLowerCase()
  const digit = 2 + (at % (text.length - 2))
  const flipped = (Number.parseInt(text[digit]!, 16) ^ 1).toString(16)
  const changed = `${text.slice(0, digit)}${flipped}${text.slice(digit + 1)}`
  place[key] = changed.length === 42 ? checksumOf(changed as Hex) : changed
  return copy
}

describe('evidence', () => {
  test('default: a batch that the tree permits is proven by its document alone', () => {
    fc.assert(
      fc.property(batches, (sample) => {
        const evidence = evidenceFor(sample)
        expect(verifyEvidence(evidence, { rules })).toEqual({ ok: true })
        expect(parseEvidence(printEvidence(evidence))).toEqual(evidence)
        expect(printEvidence(parseEvidence(printEvidence(evidence)))).toBe(printEvidence(evidence))
      }),
    )
  })

  test('behavior: a turned bit in any hex is a no', () => {
    fc.assert(
      fc.property(batches, fc.nat(), fc.nat(), (sample, which, at) => {
        const evidence = evidenceFor(sample)
        const paths = hexPathsIn(evidence)
        const changed = turned(evidence, paths[which % paths.length]!, at)
        expect(verifyEvidence(changed, { rules }).ok).toBe(false)
      }),
      { numRuns: runsOf(3) },
    )
  })

  test('behavior: a new checksum hides no turned bit of what proves a call', () => {
    fc.assert(
      fc.property(batches, fc.nat(), fc.nat(), (sample, which, at) => {
        const evidence = evidenceFor(sample)
        const hasLoan = sample.positions.includes(sample.tree.leaves.length - 1)
        const isInner = hasLoan && sample.inner.length > 0
        const unproven = ['vault', 'strategist', 'checksum']
        if (!hasLoan) unproven.push('manager')
        if (!isInner) unproven.push('manager_root')
        const paths = hexPathsIn(evidence).filter(([key]) => !unproven.includes(String(key)))
        const path = paths[which % paths.length]!
        const codes = codesOf(resealed(turned(evidence, path, at)))
        expect(codes, path.join('.')).not.toEqual([])
        expect(codes).not.toContain('checksum_differs')
      }),
      { numRuns: runsOf(3) },
    )
  })

  test('behavior: calls in another order, one more or one fewer are a no', () => {
    fc.assert(
      fc.property(batches, fc.nat(), (sample, from) => {
        const evidence = evidenceFor(sample)
        const { calls } = evidence
        const position = from % calls.length
        const next = (position + 1) % calls.length
        const swapped = calls.map((call, index) => {
          const swapped = index === position ? next : index === next ? position : index
          return { ...(calls[swapped] ?? call), index }
        })
        const isSame = JSON.stringify(swapped) === JSON.stringify(calls)
        expect(codesOf(resealed({ ...evidence, calls: swapped })).length === 0).toBe(isSame)
        for (const changedCalls of [calls.slice(1), [...calls, calls[0]!]]) {
          expect(codesOf(resealed({ ...evidence, calls: changedCalls }))).toContain(
            'call_count_differs',
          )
        }
      }),
    )
  })

  test('behavior: what is stated beside hex is checked, too', () => {
    const tree = buildLeafTree([leaf()])
    const evidence = evidenceFor({ tree, positions: [0], inner: [], amount: 5n })
    const [call] = evidence.calls
    const withCall = (change: object) => resealed({ ...evidence, calls: [{ ...call!, ...change }] })
    expect(codesOf(withCall({ value: '1' }))).toEqual(['field_differs'])
    expect(codesOf(withCall({ index: 1 }))).toEqual(['field_differs'])
    expect(codesOf(withCall({ leaf_position: 2 }))).toEqual(['slot_outside_tree'])
    expect(codesOf(withCall({ leaf: { ...call!.leaf, can_send_value: true } }))).toContain(
      'field_differs',
    )
    expect(codesOf(withCall({ leaf: { ...call!.leaf, signature: 'approve(address)' } }))).toContain(
      'field_differs',
    )
    expect(codesOf(withCall({ nested: [call!] }))).toEqual([
      'call_count_differs',
      'call_not_in_calldata',
    ])
    expect(codesOf(resealed({ ...evidence, capacity: 4 }))).toEqual(['capacity_differs'])
    expect(codesOf(resealed({ ...evidence, depth: 2, capacity: 4 }))).toEqual(['field_differs'])
    expect(codesOf({ ...evidence, chain_id: 10 })).toEqual(['checksum_differs'])
    expect(codesOf(withCall({ description: 'Approve' }))).toEqual([])
    expect(codesOf(resealed({ ...evidence, encoded_tx_data: '0x244b0f6a' }))).toEqual([
      'calldata_unreadable',
      'call_not_in_calldata',
    ])
  })

  test('behavior: where no rule is known, a contradiction is still a no', () => {
    const none = buildRuleBook([])
    const contradictions = (evidence: Evidence) => {
      const verdict = verifyEvidence(resealed(evidence), { rules: none })
      return verdict.ok
        ? []
        : verdict.reasons
            .filter(({ isOpen }) => !isOpen)
            .map(({ facts, code }) => facts.field ?? code)
    }
    const tree = buildLeafTree([leaf(), leaf(2)])
    const sample = { tree, positions: [0], inner: [], amount: 5n }
    const evidence = evidenceFor(sample)
    expect(contradictions(evidence)).toEqual([])
    expect(contradictions({ ...evidence, root: `0x${'12'.repeat(32)}` })).toEqual([
      'proof_of_other_root',
    ])
    const sampleCall = callAt(sample, 0)
    const withCalldata = (change: Partial<ManageCall>, stated: object = {}) =>
      contradictions({
        ...evidence,
        encoded_tx_data: encodeManage([{ ...sampleCall, ...change }]),
        calls: [{ ...evidence.calls[0]!, ...stated }],
      })
    expect(withCalldata({ value: 7n }, { value: '7' })).toEqual(['leaf.can_send_value'])
    expect(withCalldata({ proof: [rootHex(tree)] })).toEqual(['proof'])
    expect(withCalldata({ decoder: account(5) }, { decoder: account(5) })).toEqual(['leaf.decoder'])
    expect(withCalldata({ target: account(5) }, { target: account(5) })).toEqual(['leaf.target'])
    expect(withCalldata({ data: '0x12345678' }, { data: '0x12345678' })).toEqual(['leaf.signature'])
  })

  test('behavior: a function of the same four bytes does not lend its name', () => {
    // Both hash to 0x42966c68: a known pair.
    const signatures = ['burn(uint256)', 'collate_propagate_storage(bytes16)']
    expect(signatures.map((signature) => toFunctionSelector(signature))).toEqual([
      '0x42966c68',
      '0x42966c68',
    ])
    const tree = buildLeafTree([
      buildLeaf({ decoder: account(1), target: account(2), signature: signatures[1]! }),
    ])
    const burn = {
      position: 0,
      target: account(2),
      data: `0x42966c68${'00'.repeat(32)}`,
      value: 0n,
    } as const
    const evidence = evidenceOf(partsOf(tree, encodeManageFromTree(tree, [burn])))
    const book = buildRuleBook([
      { decoder: 'B', functions: [{ signature: 'burn(uint256 id)', packs: '' }] },
    ])
    expect(codesOf(evidence, book)).toEqual(['misnamed_function'])
  })

  test('behavior: a document that names another Manager cannot hide the calls of a loan', () => {
    const tree = buildLeafTree([
      leaf(),
      buildLeaf({
        decoder: account(0xd000),
        target: manager,
        signature: loan,
        arguments: [manager, account(0x7000)],
      }),
    ])
    const evidence = evidenceFor({ tree, positions: [1], inner: [0], amount: 5n })
    expect(evidence.calls[0]!.nested).toHaveLength(1)
    const calls = [{ ...evidence.calls[0]!, nested: [] }]
    expect(codesOf(resealed({ ...evidence, calls }))).toEqual(['call_count_differs'])
    expect(codesOf(resealed({ ...evidence, calls, manager: vault }))).toEqual([
      'manager_differs',
      'flash_loan_elsewhere',
    ])
    expect(codesOf(resealed({ ...evidence, manager_root: null }))).toEqual(['root_unknown'])
  })

  test('behavior: a call that the calldata does not make is not proven by its own proof', () => {
    const tree = buildLeafTree([leaf(), leaf(9)])
    const evidence = evidenceFor({ tree, positions: [0], inner: [], amount: 5n })
    const foreignCall = evidenceFor({ tree, positions: [1], inner: [], amount: 5n }).calls[0]!
    const calls = [...evidence.calls, { ...foreignCall, index: 1, nested: [foreignCall] }]
    const reasonsOf = (some: Evidence) => {
      const verdict = verifyEvidence(resealed(some), { rules })
      return verdict.ok ? [] : verdict.reasons.map(({ code, call }) => `${code} ${call}`)
    }
    expect(reasonsOf({ ...evidence, calls })).toEqual([
      'call_count_differs null',
      'call_not_in_calldata 1',
      'call_not_in_calldata 1.0',
    ])
    expect(reasonsOf({ ...evidence, encoded_tx_data: '0x12345678' })).toEqual([
      'calldata_unreadable null',
      'call_not_in_calldata 0',
    ])
  })

  test('behavior: the calls of a loan are proven against the own root of the Manager', () => {
    const smallTree = buildLeafTree([leaf(), leaf(9)])
    const tree = buildLeafTree([
      buildLeaf({
        decoder: account(0xd000),
        target: manager,
        signature: loan,
        arguments: [manager, account(0x7000)],
      }),
    ])
    const inner = callAt({ tree: smallTree, inner: [], amount: 1n, positions: [] }, 1)
    const data = encodeFlashLoan({
      recipient: manager,
      tokens: [account(0x7000)],
      amounts: [1n],
      calls: [inner],
      salt: '0x',
    })
    const calldata = encodeManageFromTree(tree, [{ position: 0, target: manager, data, value: 0n }])
    const evidence = evidenceOf({ ...partsOf(tree, calldata), managerTree: smallTree })
    expect(verifyEvidence(evidence, { rules })).toEqual({ ok: true })
    expect(evidence.manager_root).not.toBe(evidence.root)
    expect(() => evidenceOf(partsOf(tree, calldata))).toThrow(CallWithoutLeafError)
  })

  test('behavior: what hangs on the chain or on an unknown decoder is open, not a yes', () => {
    const tree = buildLeafTree([leaf()])
    const evidence = evidenceFor({ tree, positions: [0], inner: [], amount: 5n })
    const verdict = verifyEvidence(evidence, { rules: buildRuleBook([]) })
    expect(verdict).toMatchObject({
      ok: false,
      reasons: [{ code: 'rule_unknown', isOpen: true, call: '0' }],
    })
    const book = buildRuleBook([
      {
        decoder: 'Test',
        reads: {
          ownerOf: { contract: 'target', function: 'ownerOf(uint256)', returns: '(address owner)' },
        },
        functions: [{ signature: 'approve(address spender, uint256 id)', packs: 'ownerOf(id)' }],
      } as never,
    ])
    const partial = verifyEvidence(evidence, { rules: book })
    expect(partial).toMatchObject({
      ok: false,
      reasons: [{ code: 'rule_needs_reads', isOpen: true }],
    })
    const key = partial.ok ? '' : String((partial.reasons[0]!.facts.reads as string[])[0])
    const reads = { [key]: tree.leaves[0]!.arguments[0]! }
    expect(verifyEvidence(evidence, { rules: book, reads })).toEqual({ ok: true })
    expect(verifyEvidence(evidence, { rules: book, reads: { [key]: account(3) } }).ok).toBe(false)
  })

  test('behavior: the document of a real supply follows from what viem and keccak say', () => {
    const file = parseTreeFile(readFileSync(fixture('trees/example-1024.json')))
    const calls = JSON.parse(readFileSync(fixture('calls/supply.json'), 'utf8')) as {
      target: Address
      data: Hex
    }[]
    const placed = calls.map(({ target, data }) => {
      const match = matchCall({ target, data, value: 0n }, { tree: file.tree, rules: ruleBook })
      return { target, data, value: 0n, position: match.kind === 'none' ? -1 : match.positions[0]! }
    })
    const calldata = encodeManageFromTree(file.tree, placed)
    const evidence = evidenceOf({
      ...partsOf(file.tree, calldata),
      manager: file.metadata.manager!,
      actions: ['Approve 1,000 HUSD', null],
    })
    expect(verifyEvidence(evidence, { rules: ruleBook })).toEqual({ ok: true })
    expect(evidence.root).toBe(file.metadata.root)
    expect(evidence.calls.map(({ description }) => description)).toEqual([
      'Approve 1,000 HUSD',
      null,
    ])
    const { args } = decodeFunctionData({ abi: managerAbi, data: evidence.encoded_tx_data })
    const [proofs, decoders, targets, data, values] = args as unknown as readonly unknown[][]
    for (const [index, call] of evidence.calls.entries()) {
      const { leaf: stated } = call
      const types = ['address', 'address', 'bool', 'bytes4', 'bytes'] as const
      const bytes = encodePacked(types, [
        stated.decoder,
        stated.target,
        stated.can_send_value,
        toFunctionSelector(stated.signature),
        concat(stated.arguments),
      ])
      expect(call.leaf_digest).toBe(keccak256(bytes))
      const folded = call.proof.reduce(
        (node, other) => keccak256(node < other ? concat([node, other]) : concat([other, node])),
        call.leaf_digest,
      )
      expect(folded).toBe(evidence.root)
      expect([call.proof, call.decoder, call.target, call.data, call.value]).toEqual([
        proofs![index],
        decoders![index],
        targets![index],
        data![index],
        String(values![index]),
      ])
    }
  })

  test('behavior: every call that a tree of the repository permits is proven by its evidence', () => {
    for (const name of exampleTrees) provesAll(fixture(name))
  })

  test.skipIf(!hasRealTrees)('behavior: and every call that a real tree permits', () => {
    for (const name of realTreeNames) provesAll(realTreePath(name))
  })

  test('error: CallWithoutLeafError names the call', () => {
    const tree = buildLeafTree([leaf(), leaf(2)])
    const sample = { tree, positions: [0], inner: [], amount: 1n }
    const [first, second] = [callAt(sample, 0), callAt(sample, 1)]
    const calldata = encodeManage([first, { ...second, proof: [rootHex(tree)] }])
    expect(() => evidenceOf(partsOf(tree, calldata))).toThrow(
      expect.objectContaining({
        code: 'call_without_leaf',
        facts: expect.objectContaining({ call: '1' }),
      }),
    )
  })

  test('error: DuplicateKeyError where two readers could see two documents', () => {
    const text = printEvidence(
      evidenceFor({ tree: buildLeafTree([leaf()]), positions: [0], inner: [], amount: 5n }),
    )
    for (const key of ['chain_id', 'calls', 'nested']) {
      const twice = text.replace(`"${key}":`, `"${key}": [],\n  "${key}":`)
      expect(() => parseEvidence(twice)).toThrow(
        expect.objectContaining({
          code: 'duplicate_key',
          facts: expect.objectContaining({ line: expect.any(Number) }),
        }),
      )
    }
  })

  test('error: EvidenceFileError for what is not evidence', () => {
    const evidence = evidenceFor({
      tree: buildLeafTree([leaf()]),
      positions: [0],
      inner: [],
      amount: 5n,
    })
    const refused = (value: unknown) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      expect(() => parseEvidence(text)).toThrow(EvidenceFileError)
    }
    refused('{')
    refused([])
    refused({ ...evidence, extra: 1 })
    refused({ ...evidence, version: 2 })
    refused({ ...evidence, root: '0x12' })
    refused({ ...evidence, calls: [{ ...evidence.calls[0], value: '1.5' }] })
    refused({ ...evidence, calls: [{ ...evidence.calls[0], nested: [{}] }] })
    refused({ ...evidence, manager: manager.replace('3a', '3b').replace('0x0', '0xA') })
    refused(`{"calls":${'['.repeat(200_000)}`)
    const [before, after] = JSON.stringify(evidence.calls[0]).split('"nested":[]')
    const loans = `${`${before}"nested":[`.repeat(300)}${`]${after}`.repeat(300)}`
    refused(JSON.stringify({ ...evidence, calls: ['@'] }).replace('"@"', loans))
    const { vault: _, ...without } = evidence
    refused(without)
  })
})

function leaf(spender = 1): Leaf {
  return buildLeaf({
    decoder: account(0xd000),
    target: account(0x7000),
    signature: approve,
    arguments: [account(0xb000 + spender)],
  })
}

function rootHex({ tree }: LeafTree): Hex {
  return `0x${Buffer.from(rootOf(tree)).toString('hex')}`
}

/** All calls in one batch; those that hang on the chain are open, and a yes with its values. */
function provesAll(place: string | URL): void {
  const { tree, metadata } = parseTreeFile(readFileSync(place))
  const { calls } = callsOfTree(tree)
  expect(calls.length).toBeGreaterThan(0)
  const calldata = encodeManageFromTree(tree, calls)
  const evidence = evidenceOf({ ...partsOf(tree, calldata), manager: metadata.manager ?? manager })
  expect(evidence.calls).toHaveLength(calls.length)
  const verdict = verifyEvidence(evidence, { rules: ruleBook })
  const reasons = verdict.ok ? [] : verdict.reasons
  for (const { call, isOpen, message } of reasons) {
    expect(isOpen, `${String(place)} ${call} ${message}`).toBe(true)
  }
  // A document names no decoder: where versions differ on the calldata, the chain alone can say.
  const open = reasons.filter(({ code }) => code !== 'decoder_unknown')
  for (const { call } of open) {
    expect(Object.keys(calls[Number(call)]!.reads)).not.toEqual([])
  }
  const reading = calls.filter(({ reads }) => Object.keys(reads).length > 0)
  expect(open.length).toBe(reading.length)
  for (const call of reading.slice(0, 20)) {
    const alone = evidenceOf({
      ...partsOf(tree, encodeManageFromTree(tree, [call])),
      manager: metadata.manager ?? manager,
    })
    const outcome = verifyEvidence(alone, { rules: ruleBook, reads: call.reads })
    const codes = outcome.ok ? [] : outcome.reasons.map(({ code }) => code)
    expect(codes.filter((code) => code !== 'decoder_unknown')).toEqual([])
  }
}

function fixture(path: string): URL {
  return new URL(`../../../../fixtures/${path}`, import.meta.url)
}
