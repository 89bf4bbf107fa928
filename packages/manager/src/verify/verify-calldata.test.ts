import { type Address, type Hex, parseHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ManageCall } from '../call/call.ts'
import { appendDroneTarget } from '../call/drone.ts'
import { buildLeaf, type Leaf } from '../leaf/leaf.ts'
import { buildLeafTree, type LeafTree } from '../leaf/leaf-tree.ts'
import { encodeFlashLoan } from '../manage/flash-loan.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import { matchCall } from './match.ts'
import { verifyCalldata } from './verify-calldata.ts'

const account = (text: string) => getAddress(`0x${text.padStart(40, '0')}`)
const [decoder, otherDecoder, vault, drone] = ['d0', 'd1', 'fa', 'd7'].map(account) as [
  Address,
  Address,
  Address,
  Address,
]
const [weth, usdc, pool, manager] = ['e1', 'e2', 'b0', '3a'].map(account) as [
  Address,
  Address,
  Address,
  Address,
]

const rules = buildRuleBook([
  {
    decoder: 'Test',
    reads: {
      ownerOf: {
        contract: 'the position manager',
        function: 'ownerOf(uint256)',
        returns: '(address owner)',
      },
    },
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'deposit()', packs: '' },
      {
        signature: 'collect(uint256 id, address recipient)',
        packs: 'recipient, ownerOf(id)',
      },
      {
        signature: 'supply(address asset, uint256 amount, address to, bytes data)',
        packs: 'asset, to',
        checks: ['length(data) == 0 else CallbackNotSupported'],
      },
      {
        signature:
          'flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
        packs: 'recipient, tokens[]',
      },
    ],
  },
  {
    decoder: 'Test',
    version: 'older',
    functions: [{ signature: 'collect(uint256 id, address recipient)', packs: 'recipient' }],
  },
])

const leaf = (parts: Partial<Leaf> & Pick<Leaf, 'target' | 'signature'>) =>
  buildLeaf({ decoder, ...parts })
const approve = 'approve(address,uint256)'
const collect = 'collect(uint256,address)'
const supply = 'supply(address,uint256,address,bytes)'
const leaves: readonly Leaf[] = [
  leaf({ target: weth, signature: approve, arguments: [pool] }),
  leaf({ target: usdc, signature: approve, arguments: [pool] }),
  leaf({ target: weth, signature: approve, arguments: [pool], decoder: otherDecoder }),
  leaf({ target: weth, signature: 'deposit()', canSendValue: true }),
  leaf({ target: pool, signature: supply, arguments: [weth, vault] }),
  leaf({ target: pool, signature: collect, arguments: [vault, vault] }),
  leaf({ target: drone, signature: approve, arguments: [pool, weth] }),
  leaf({ target: drone, signature: 'deposit()', arguments: [weth], canSendValue: true }),
  leaf({
    target: manager,
    signature: 'flashLoan(address,address[],uint256[],bytes)',
    arguments: [manager, weth],
  }),
  leaf({ target: weth, signature: approve, arguments: [pool] }),
  leaf({ target: pool, signature: 'mystery(address,uint256,address)', arguments: [weth, vault] }),
]
const tree = buildLeafTree(leaves)
const root = rootOf(tree.tree)

const word = (value: string | number) =>
  (typeof value === 'number' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const data = (selector: Hex, ...words: (string | number)[]): Hex =>
  `${selector}${words.map(word).join('')}` as Hex
const call = (position: number, calldata: Hex, value = 0n): ManageCall => {
  const { decoder, target } = leaves[position]!
  return { proof: proofHexOf(tree.tree, position), decoder, target, data: calldata, value }
}
const approving = data('0x095ea7b3', pool, 7)
const collecting = data(leaves[5]!.selector, 9, vault)
const supplying = data(leaves[4]!.selector, weth, 5, vault, 128, 0)
const mystery = data(leaves[10]!.selector, weth, 5, vault)
const good = {
  approve: call(0, approving),
  deposit: call(3, '0xd0e30db0', 1n),
  supply: call(4, supplying),
  drone: call(6, appendDroneTarget(approving, weth)),
  shortDrone: call(7, appendDroneTarget('0xd0e30db0', weth), 5n),
}
const borrowing = (calls: readonly ManageCall[]) =>
  call(
    8,
    encodeFlashLoan({ recipient: manager, tokens: [weth], amounts: [5n], calls, salt: '0x01' }),
  )
const reasonsOf = (calls: readonly ManageCall[], options: object = { tree, root }) => {
  const result = verifyCalldata(encodeManage(calls), { rules, ...options })
  return result.calls.map(({ verdict, reasons }) => [verdict, ...reasons.map((one) => one.reason)])
}

test('default', () => {
  const calls = Object.values(good)
  for (const options of [{ tree }, { root }, { tree, root }]) {
    const result = verifyCalldata(encodeManage(calls), { rules, ...options })
    expect(result).toMatchObject({ ok: true, verdict: 'proven' })
    expect(result.calls.map(({ path }) => path)).toEqual(calls.map((_, index) => [index]))
    expect(result.calls.every(({ isProofValid }) => isProofValid)).toBe(true)
  }
  const [first, , , droneCall] = verifyCalldata(encodeManage(calls), { rules, tree }).calls
  expect(first).toMatchObject({ leaf: leaves[0], positions: [0, 9], found: 'exact' })
  expect(droneCall).toMatchObject({ droneTarget: weth, target: drone, positions: [6] })
})

test('behavior: an empty batch is proven', () => {
  expect(verifyCalldata(encodeManage([]), { rules })).toMatchObject({
    ok: true,
    verdict: 'proven',
    calls: [],
    prediction: { certain: null },
  })
})

test('behavior: a call changed in one place is refused for that reason', () => {
  const { approve, deposit } = good
  const flipped = `0x${'00'.repeat(32)}` as Hex
  const cases: [ManageCall, string][] = [
    [{ ...approve, target: account('99') }, 'wrong_target'],
    [{ ...approve, target: usdc }, 'wrong_target'],
    [{ ...approve, data: data('0x095ea7b3', vault, 7) }, 'arguments_differ'],
    [{ ...approve, data: data('0xa9059cbb', pool, 7) }, 'wrong_function'],
    [{ ...approve, value: 1n }, 'value_flag'],
    [{ ...deposit, value: 0n }, 'value_flag'],
    [{ ...approve, decoder: account('d9') }, 'wrong_decoder'],
    [{ ...approve, decoder: otherDecoder }, 'wrong_decoder'],
    [{ ...approve, proof: approve.proof.slice(1) }, 'proof_wrong_depth'],
    [{ ...approve, proof: [...approve.proof, flipped] }, 'proof_wrong_depth'],
    [{ ...approve, data: '0x095ea7' }, 'calldata_too_short'],
    [{ ...approve, data: '0x095ea7b300' }, 'calldata_malformed'],
    [{ ...good.drone, data: appendDroneTarget(approving, usdc) }, 'arguments_differ'],
    [{ ...good.drone, data: approving }, 'arguments_differ'],
  ]
  for (let level = 0; level < approve.proof.length; level++) {
    const proof = approve.proof.map((one, index) => (index === level ? flipped : one))
    cases.push([{ ...approve, proof }, 'proof_invalid'])
  }
  for (const [wrong, reason] of cases) {
    const [[verdict, first]] = reasonsOf([wrong]) as [[string, string]]
    expect([verdict, first]).toEqual(['refused', reason])
    const byRoot = verifyCalldata(encodeManage([wrong]), { rules, root })
    expect(byRoot.ok).toBe(false)
  }
  expect(reasonsOf([{ ...approve, value: 1n }], { root })).toEqual([['refused', 'value_flag']])
  expect(reasonsOf([{ ...approve, target: usdc }], { root })).toEqual([
    ['refused', 'proof_invalid'],
  ])
})

test('behavior: a check of the decoder that fails refuses, with its error', () => {
  const calldata = data(leaves[4]!.selector, weth, 5, vault, 128, 1, `0x01${'00'.repeat(31)}`)
  const wrong = { ...good.supply, data: calldata }
  const [onlyCall] = verifyCalldata(encodeManage([wrong]), { rules, tree }).calls
  expect(onlyCall!.reasons[0]).toMatchObject({
    reason: 'decoder_reverts',
    facts: { error: 'CallbackNotSupported' },
  })
  expect(reasonsOf([wrong], { root })).toEqual([['refused', 'decoder_reverts']])
})

test('behavior: a rule that reads the chain needs the values, and says which would do', () => {
  const calls = [call(5, collecting)]
  expect(reasonsOf(calls, { root })).toEqual([['unproven', 'rule_needs_reads']])
  const [open] = verifyCalldata(encodeManage(calls), { rules, tree }).calls
  expect(open).toMatchObject({ verdict: 'conditional', found: 'conditional', isProofValid: true })
  expect(open!.reads.map(({ read, value }) => [read.key, value])).toEqual([['ownerOf(9)', vault]])
  expect(verifyCalldata(encodeManage([good.approve, ...calls]), { rules, tree })).toMatchObject({
    ok: false,
    verdict: 'conditional',
  })
  const reads = { 'ownerOf(9)': vault }
  // Another version packs the pool's own tokens, too: whose the decoder is decides.
  const otherVersion = [['conditional', 'decoder_unknown']]
  expect(reasonsOf(calls, { tree, reads })).toEqual(otherVersion)
  expect(reasonsOf(calls, { root, reads })).toEqual(otherVersion)
  expect(reasonsOf(calls, { tree, reads: { 'ownerOf(9)': weth } })).toEqual([
    ['refused', 'arguments_differ'],
  ])
  const wrong = { ...call(5, data(leaves[5]!.selector, 9, weth)) }
  expect(reasonsOf([wrong])).toEqual([['refused', 'arguments_differ']])
})

test('behavior: without a rule a match is structural and never a yes', () => {
  const calls = [call(10, mystery)]
  expect(reasonsOf(calls)).toEqual([['unproven', 'rule_unknown']])
  expect(reasonsOf(calls, { root })).toEqual([['unproven', 'rule_unknown']])
  const [onlyCall] = verifyCalldata(encodeManage(calls), { rules, tree }).calls
  expect(onlyCall).toMatchObject({ found: 'structural', isProofValid: true, positions: [10] })
  const swapped = { ...calls[0]!, data: data(leaves[10]!.selector, vault, 5, weth) }
  expect(reasonsOf([swapped])).toEqual([['unproven', 'rule_unknown']])
  expect(matchCall(swapped, { tree, rules })).toMatchObject({ kind: 'none' })
})

test('behavior: calls inside a flash loan are proven against the root of the Manager', () => {
  const nested = [good.approve, borrowing([good.deposit, borrowing([good.supply])])]
  const options = { tree, managerTree: tree, manager }
  const result = verifyCalldata(encodeManage(nested), { rules, ...options })
  expect(result.ok).toBe(true)
  expect(result.calls.map(({ path }) => path)).toEqual([[0], [1], [1, 0], [1, 1], [1, 1, 0]])
  expect(result.calls.map(({ isFlashLoan }) => isFlashLoan)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  const byRoot = verifyCalldata(encodeManage(nested), { rules, root, managerRoot: root })
  expect(byRoot.ok).toBe(true)
  expect(reasonsOf(nested, { tree })[2]).toEqual(['unproven', 'root_unknown'])
  const managerRoot = parseHex(`0x${'11'.repeat(32)}`)
  expect(reasonsOf(nested, { ...options, managerRoot })[2]).toEqual(['refused', 'root_differs'])
  expect(reasonsOf(nested, { root, managerRoot })[2]).toEqual(['refused', 'proof_invalid'])
})

test('law: a loan that another contract gives is open, whatever its proof, and says what its bytes read as', () => {
  const elsewhere = { ...borrowing([good.deposit, good.supply]), target: vault }
  const options = { rules, tree, managerTree: tree, manager }
  const { ok, calls } = verifyCalldata(encodeManage([elsewhere]), options)
  expect([ok, calls.length]).toEqual([false, 1])
  expect(calls[0]!.reasons.at(-1)).toMatchObject({
    reason: 'flash_loan_elsewhere',
    message: expect.stringContaining('which reads as a batch of 2'),
    facts: { lender: vault, callsInside: 2 },
  })
  const garbled = { ...elsewhere, data: `${elsewhere.data.slice(0, -64)}${'ff'.repeat(32)}` as Hex }
  const [call] = verifyCalldata(encodeManage([garbled]), options).calls
  expect(call!.reasons.map(({ reason }) => reason)).toContain('flash_loan_elsewhere')
})

test('behavior: user data that cannot be read leaves the loan unproven', () => {
  const loan = borrowing([good.deposit])
  const index = loan.data.lastIndexOf('d0e30db0')
  const broken = {
    ...loan,
    data: `${loan.data.slice(0, index + 10)}1${loan.data.slice(index + 11)}` as Hex,
  }
  const [onlyCall] = verifyCalldata(encodeManage([broken]), {
    rules,
    tree,
    managerTree: tree,
  }).calls
  expect(onlyCall).toMatchObject({
    verdict: 'unproven',
    reasons: [{ reason: 'user_data_unreadable', facts: { code: 'dirty_calldata' } }],
  })
})

test('behavior: a tree with another root than the one on chain is not a proof', () => {
  const elsewhere = parseHex(`0x${'22'.repeat(32)}`)
  expect(reasonsOf([good.approve], { tree, root: elsewhere })).toEqual([
    ['refused', 'root_differs'],
  ])
  expect(reasonsOf([good.approve], {})).toEqual([['unproven', 'root_unknown']])
})

test('behavior: matching names every slot of duplicates and obeys a given decoder', () => {
  const expected = { target: weth, data: approving, value: 0n }
  const context = { tree, rules }
  expect(matchCall(expected, context)).toMatchObject({ kind: 'exact', positions: [0, 9] })
  expect(matchCall({ ...expected, decoder: otherDecoder }, context)).toMatchObject({
    positions: [2],
  })
  expect(matchCall({ ...expected, decoder: account('d9') }, context)).toMatchObject({
    kind: 'none',
    refusal: { reason: 'wrong_decoder', facts: { expected: [decoder, otherDecoder] } },
  })
  expect(matchCall({ ...expected, target: account('99') }, context)).toMatchObject({
    refusal: { reason: 'no_leaf', facts: { unmet: 'target' } },
  })
  expect(matchCall({ ...expected, data: '0xa9059cbb' }, context)).toMatchObject({
    refusal: { reason: 'no_leaf', facts: { unmet: 'function' } },
  })
  expect(matchCall({ ...expected, value: 1n }, context)).toMatchObject({
    refusal: { reason: 'value_flag' },
  })
  expect(matchCall({ ...expected, data: data('0x095ea7b3', vault, 7) }, context)).toMatchObject({
    refusal: { reason: 'arguments_differ', facts: { argument: 1, expected: pool, found: vault } },
  })
  expect(matchCall({ ...expected, target: account('0') }, context)).toMatchObject({ kind: 'none' })
})

test('behavior: a lookup touches the leaves of its target and function alone', () => {
  const reads: number[] = []
  const watched = (count: number): LeafTree => {
    const many = Array.from({ length: count }, (_, index) =>
      leaf({
        target: account((0x1000 + index).toString(16)),
        signature: approve,
        arguments: [pool],
      }),
    )
    const spied = many.map((one, index) => ({
      ...one,
      get decoder() {
        reads.push(index)
        return one.decoder
      },
    }))
    return { ...buildLeafTree(many), leaves: spied }
  }
  const workFor = (count: number) => {
    const spied = watched(count)
    const expected = { target: account('1001'), data: approving, value: 0n, decoder }
    matchCall(expected, { tree: spied, rules })
    reads.length = 0
    expect(matchCall(expected, { tree: spied, rules })).toMatchObject({ positions: [1] })
    return reads.length
  }
  expect(workFor(2048)).toBe(workFor(8))
})
