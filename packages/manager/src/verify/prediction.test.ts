import { type Address, type Hex, parseHex } from '@vaultwright/base'
import { proofHexOf, rootOf } from '@vaultwright/merkle'
import { managerAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import { concat, encodeErrorResult, encodeFunctionData, getAddress, pad } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import type { ManageCall } from '../call/call.ts'
import { appendDroneTarget, droneFlag } from '../call/drone.ts'
import { buildLeaf } from '../leaf/leaf.ts'
import { buildLeafTree } from '../leaf/leaf-tree.ts'
import { encodeFlashLoan } from '../manage/flash-loan.ts'
import { encodeManage } from '../manage/manage-encode.ts'
import { decodeManagerRevert } from '../manage/manager-revert.ts'
import type { ManagerState } from '../manage/manager-state.ts'
import { buildRuleBook } from '../rule/rule-book.ts'
import { type VerifyOptions, verifyCalldata } from './verify-calldata.ts'

const account = (text: string): Address => getAddress(`0x${text.padStart(40, '0')}`)
const decoder = account('dec0de0001')
const token = account('70ce700001')
const pool = account('9001000001')
const drone = account('d707e00001')
const manager = account('3a3a3a0001')
const vault = account('fa17fa0001')
const prefix = 'ManagerWithMerkleVerification__'
const unproven = `${prefix}FailedToVerifyManageProof`

const rules = buildRuleBook([
  {
    decoder: 'Test',
    reads: {
      ownerOf: {
        contract: 'the positions',
        function: 'ownerOf(uint256)',
        returns: '(address owner)',
      },
    },
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
      { signature: 'deposit()', packs: '' },
      { signature: 'collect(uint256 id, address to)', packs: 'to, ownerOf(id)' },
      {
        signature: 'supply(address asset, uint256 amount, address to, bytes data)',
        packs: 'asset, to',
        checks: ['length(data) == 0 else CallbackNotSupported'],
      },
      {
        signature: 'order((address asset, bool isLimit) what, address to)',
        packs: 'what.asset, to',
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
    functions: [
      {
        signature: 'supply(address asset, uint256 amount, address to, bytes data)',
        packs: 'asset, to',
        checks: ['amount != 9 else NineNotSupported'],
      },
    ],
  },
])

const leafOf = (target: Address, signature: string, ...args: Address[]) =>
  buildLeaf({ decoder, target, signature, arguments: args })
const leaves = {
  approve: leafOf(token, 'approve(address,uint256)', pool),
  deposit: { ...leafOf(token, 'deposit()'), canSendValue: true },
  supply: leafOf(pool, 'supply(address,uint256,address,bytes)', token, vault),
  loan: leafOf(manager, 'flashLoan(address,address[],uint256[],bytes)', manager, token),
  drone: leafOf(drone, 'approve(address,uint256)', pool, token),
  droneBare: leafOf(drone, 'deposit()', token),
  collect: leafOf(pool, 'collect(uint256,address)', vault, vault),
  order: leafOf(pool, 'order((address,bool),address)', token, vault),
}
type Name = keyof typeof leaves
const names = Object.keys(leaves) as Name[]
const tree = buildLeafTree(Object.values(leaves))
const root = rootOf(tree.tree)
const zeroRoot = parseHex(`0x${'00'.repeat(32)}`)

const word = (value: number | Hex) => pad(typeof value === 'number' ? `0x${hexOf(value)}` : value)
const hexOf = (value: number) => {
  const digits = value.toString(16)
  return digits.length % 2 === 0 ? digits : `0${digits}`
}
const dataOf = (name: Name, ...words: (number | Hex)[]): Hex =>
  concat([leaves[name].selector, ...words.map(word)])
const plainData: Record<Name, Hex> = {
  approve: dataOf('approve', pool, 7),
  deposit: dataOf('deposit'),
  supply: dataOf('supply', token, 5, vault, 128, 0),
  loan: '0x',
  drone: appendDroneTarget(dataOf('approve', pool, 7), token),
  droneBare: appendDroneTarget(dataOf('deposit'), token),
  collect: dataOf('collect', 9, vault),
  order: dataOf('order', token, 1, vault),
}
const callOf = (name: Name, parts: Partial<ManageCall> = {}): ManageCall => {
  const { target, canSendValue } = leaves[name]
  const proof = proofHexOf(tree.tree, names.indexOf(name))
  const value = canSendValue ? 1n : 0n
  return { proof, decoder, target, data: plainData[name], value, ...parts }
}
const borrowing = (calls: readonly ManageCall[]) =>
  callOf('loan', {
    data: encodeFlashLoan({
      recipient: manager,
      tokens: [token],
      amounts: [5n],
      calls,
      salt: '0x',
    }),
  })
const badProof = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const

const well = {
  isAuthorised: true,
  isPaused: false,
  isManagerAuthorised: true,
  isVaultCaller: true,
  vault,
  nativeBalance: 10n ** 18n,
  hasCode: () => true,
  functionAt: () => 'there',
  lender: 'honest',
} as const satisfies ManagerState
const options: VerifyOptions = { rules, tree, managerTree: tree, manager, state: well }
const predict = (calls: readonly ManageCall[], more: Partial<VerifyOptions> = {}) =>
  verifyCalldata(encodeManage(calls), { ...options, ...more })
const predictIn = (calls: readonly ManageCall[], state: ManagerState) =>
  predict(calls, { state: { ...well, ...state } }).prediction
const namesIn = (one: { readonly possible: readonly { readonly error: string | null }[] }) =>
  one.possible.map(({ error }) => error)

/** The fault of a call, and the chain's error when it comes to it. */
const faults = {
  none: null,
  proof: unproven,
  value: unproven,
  argument: unproven,
  short: 'FailedInnerCall',
  check: 'CallbackNotSupported',
  codeless: 'AddressEmptyCode',
  unsupported: 'BaseDecoderAndSanitizer__FunctionSelectorNotSupported',
  silent: 'FailedInnerCall',
} as const
type Fault = keyof typeof faults
type Plan = { readonly fault: Fault; readonly inner: readonly Plan[] | null }

const marked: Record<string, Address> = {
  codeless: account('dead000001'),
  unsupported: account('dead000002'),
  silent: account('dead000003'),
}
const narrowRules = buildRuleBook([
  {
    decoder: 'Test',
    functions: [
      { signature: 'approve(address spender, uint256 amount)', packs: 'spender' },
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
])

function madeOf({ fault, inner }: Plan): ManageCall {
  const call = inner === null ? callOf('approve') : borrowing(inner.map(madeOf))
  switch (fault) {
    case 'none':
      return call
    case 'proof':
      return { ...call, proof: badProof }
    case 'value':
      return { ...call, value: 1n }
    case 'argument':
      return callOf('approve', { data: dataOf('approve', vault, 7) })
    case 'short':
      return callOf('approve', { data: dataOf('approve', pool) })
    case 'check':
      return callOf('supply', {
        data: dataOf('supply', token, 5, vault, 128, 1, `0x${'01'.repeat(32)}`),
      })
    default:
      return { ...call, decoder: marked[fault]! }
  }
}

type Failure = {
  readonly error: string
  readonly path: readonly number[] | null
  readonly ran: number
}

/** The Manager by hand, over plans: nothing of this package takes part. */
function failureOf(plans: readonly Plan[], state: ManagerState): Failure | null {
  if (state.isAuthorised === false) return { error: 'Error', path: null, ran: 0 }
  if (state.isPaused === true) return { error: `${prefix}Paused`, path: null, ran: 0 }
  let ran = 0
  const run = (calls: readonly Plan[], path: readonly number[]): Failure | null => {
    for (const [index, { fault, inner }] of calls.entries()) {
      const here = [...path, index]
      const error = faults[fault]
      if (error !== null) return { error, path: here, ran }
      if (state.isVaultCaller === false) return { error: 'Error', path: here, ran }
      if (inner !== null) {
        const { lender, isManagerAuthorised } = state
        if (lender === 'tampering') {
          return { error: `${prefix}BadFlashLoanIntentHash`, path: here, ran }
        }
        if (lender === 'silent') return { error: `${prefix}FlashLoanNotExecuted`, path: here, ran }
        if (isManagerAuthorised === false) return { error: 'Error', path: here, ran }
      }
      ran++
      const outcome = inner === null ? null : run(inner, here)
      if (outcome !== null) return outcome
    }
    return null
  }
  return run(plans, [])
}

const fault = fc.constantFrom<Fault>(
  'none',
  'none',
  'none',
  'none',
  ...(Object.keys(faults) as Fault[]),
)
const plain = fault.map((one): Plan => ({ fault: one, inner: null }))
const loaned = fc
  .tuple(
    fc.constantFrom<Fault>('none', 'none', 'none', 'proof', 'codeless'),
    fc.array(plain, { maxLength: 2 }),
  )
  .map(([one, inner]): Plan => ({ fault: one, inner }))
const plans = fc.array(fc.oneof({ weight: 3, arbitrary: plain }, loaned), { maxLength: 4 })
const mostly = fc.constantFrom(true, true, true, true, false)
const states = fc.record({
  isAuthorised: mostly,
  isPaused: mostly.map((is) => !is),
  isManagerAuthorised: mostly,
  isVaultCaller: mostly,
  lender: fc.constantFrom('honest', 'honest', 'honest', 'tampering', 'silent'),
})
const inputs = {
  ...well,
  hasCode: (one: Address) => one !== marked.codeless,
  functionAt: (one: Address) =>
    one === marked.unsupported ? 'unsupported' : one === marked.silent ? 'silent' : 'there',
} as const

test('default', () => {
  let yes = 0
  let no = 0
  fc.assert(
    fc.property(plans, states, (planned, drawn) => {
      const state: ManagerState = { ...inputs, ...drawn }
      const data = encodeManage(planned.map(madeOf))
      const actual = failureOf(planned, state)
      const more = { ...options, rules: narrowRules, state }
      const { prediction, verdict } = verifyCalldata(data, more)
      const { certain } = prediction
      expect(
        certain && { error: certain.error, path: certain.callPath, ran: certain.callsRun },
      ).toEqual(actual)
      expect(verdict === 'refused').toBe(actual !== null)
      if (actual === null) yes++
      else no++
    }),
    { numRuns: runsOf(3) },
  )
  expect(Math.min(yes, no)).toBeGreaterThan(0)
})

test('behavior: with less said, what the chain says is still among what was foreseen', () => {
  const dropped = fc.subarray(Object.keys(well) as (keyof ManagerState)[])
  fc.assert(
    fc.property(plans, states, dropped, (planned, drawn, unsaid) => {
      const state: ManagerState = { ...inputs, ...drawn }
      const less = Object.fromEntries(
        Object.entries(state).filter(([name]) => !unsaid.includes(name as keyof ManagerState)),
      )
      const actual = failureOf(planned, state)
      const data = encodeManage(planned.map(madeOf))
      const { prediction } = verifyCalldata(data, { ...options, rules: narrowRules, state: less })
      const { certain, possible } = prediction
      if (actual === null) expect(certain).toBeNull()
      else expect([certain, ...possible].map((one) => one?.error)).toContain(actual.error)
    }),
    { numRuns: runsOf(3) },
  )
})

test('behavior: a proven batch lists what may still happen, in the order of the chain', () => {
  const { prediction } = predict([callOf('deposit')], { state: {} })
  expect(prediction.certain).toBeNull()
  expect(prediction.possible.map(({ error, arguments: given }) => [error, given])).toEqual([
    ['Error', { message: 'UNAUTHORIZED' }],
    [`${prefix}Paused`, {}],
    ['AddressEmptyCode', { target: decoder }],
    ['Error', { message: 'UNAUTHORIZED' }],
    ['AddressInsufficientBalance', null],
    ['AddressEmptyCode', { target: token }],
    [null, null],
    [`${prefix}TotalSupplyMustRemainConstantDuringPlatform`, {}],
  ])
  expect(namesIn(predictIn([callOf('deposit')], {}))).toEqual([
    null,
    `${prefix}TotalSupplyMustRemainConstantDuringPlatform`,
  ])
  expect(predict([]).prediction).toEqual({ certain: null, possible: [] })
})

test('behavior: a predicted error has the very bytes that the chain answers with', () => {
  const call = callOf('approve', { proof: badProof })
  const { certain } = predict([callOf('deposit'), call]).prediction
  expect(certain).toMatchObject({ error: unproven, callPath: [1], callsRun: 1 })
  const { target, data, value } = call
  const args = [target, data, value] as const
  const answer = encodeErrorResult({ abi: managerAbi, errorName: unproven, args })
  expect(answer.slice(0, 10)).toBe(certain!.selector)
  expect(decodeManagerRevert(answer)).toMatchObject({
    name: certain!.error,
    arguments: certain!.arguments,
  })
  const unauthorized = encodeErrorResult({
    abi: managerAbi,
    errorName: 'Error',
    args: ['UNAUTHORIZED'],
  })
  expect(decodeManagerRevert(unauthorized)).toMatchObject({
    name: 'Error',
    arguments: predictIn([], { isAuthorised: false }).certain!.arguments,
  })
})

test('behavior: uneven lists are refused by the first length that the Manager looks at', () => {
  const call = callOf('approve')
  const lists = [[call.proof], [call.decoder], [call.target], [call.data], [call.value]] as const
  const encode = (counts: readonly number[]) => {
    const of = <T>(list: readonly T[], count: number) =>
      Array.from({ length: count }, () => list[0]!)
    const [proofs, decoders, targets, data, values] = counts as [
      number,
      number,
      number,
      number,
      number,
    ]
    return encodeFunctionData({
      abi: managerAbi,
      functionName: 'manageVaultWithMerkleVerification',
      args: [
        of(lists[0], proofs),
        of(lists[1], decoders),
        of(lists[2], targets),
        of(lists[3], data),
        of(lists[4], values),
      ],
    })
  }
  const cases: [readonly number[], string][] = [
    [[0, 1, 1, 1, 1], 'InvalidManageProofLength'],
    [[2, 2, 1, 2, 2], 'InvalidManageProofLength'],
    [[1, 1, 1, 0, 2], 'InvalidTargetDataLength'],
    [[1, 0, 1, 1, 2], 'InvalidValuesLength'],
    [[1, 2, 1, 1, 1], 'InvalidDecodersAndSanitizersLength'],
  ]
  for (const [counts, error] of cases) {
    const verification = verifyCalldata(encode(counts), options)
    expect(verification).toMatchObject({
      ok: false,
      verdict: 'refused',
      calls: [],
      prediction: { certain: { error: `${prefix}${error}`, callPath: null, callsRun: 0 } },
    })
    const paused = verifyCalldata(encode(counts), { ...options, state: { isPaused: true } })
    expect(paused.prediction.certain!.error).toBe(`${prefix}Paused`)
  }
})

test('behavior: uneven lists inside a loan are refused there', () => {
  const inner = [[], [], [], [], [1n]] as const
  const userData = `0x${encodeFunctionData({
    abi: managerAbi,
    functionName: 'manageVaultWithMerkleVerification',
    args: inner,
  }).slice(10)}` as Hex
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'flashLoan',
    args: [manager, [token], [5n], userData],
  })
  const { calls, verdict, prediction } = predict([callOf('approve'), callOf('loan', { data })])
  expect(verdict).toBe('refused')
  expect(calls[1]).toMatchObject({ verdict: 'refused', reasons: [{ reason: 'uneven_batch' }] })
  expect(prediction.certain).toMatchObject({
    error: `${prefix}InvalidValuesLength`,
    callPath: [1],
    callsRun: 2,
  })
})

test('behavior: a root that was not set proves nothing, neither for the caller nor for the Manager', () => {
  for (const against of [{ tree }, { tree: undefined }]) {
    const unset = { ...options, ...against, root: zeroRoot } as VerifyOptions
    const verification = verifyCalldata(encodeManage([callOf('approve')]), unset)
    expect(verification.prediction.certain).toMatchObject({ error: unproven, callPath: [0] })
    expect(verifyCalldata(encodeManage([]), unset)).toMatchObject({ verdict: 'proven' })
  }
  const nested = [callOf('deposit'), borrowing([callOf('approve'), callOf('deposit')])]
  const { certain } = predict(nested, { managerRoot: zeroRoot }).prediction
  expect(certain).toMatchObject({ error: unproven, callPath: [1, 0], callsRun: 2 })
})

test('behavior: one leaf that is its own root is proven by nothing else', () => {
  const lone = buildLeafTree([leaves.approve], { capacity: 1 })
  const state = { ...options, tree: lone, root: rootOf(lone.tree) }
  const predicted = (proof: readonly Hex[]) =>
    verifyCalldata(encodeManage([callOf('approve', { proof })]), state).prediction.certain
  expect(predicted([])).toBeNull()
  expect(predicted([badProof[0]])).toMatchObject({ error: unproven })
})

test('behavior: a drone without arguments needs the padded target', () => {
  const bare = concat([leaves.deposit.selector, token, droneFlag]).toLowerCase() as Hex
  expect(predict([callOf('droneBare')]).prediction.certain).toBeNull()
  const trapped = predict([callOf('droneBare', { data: bare })]).prediction.certain
  expect(trapped).toMatchObject({ error: unproven, arguments: { target: drone, targetData: bare } })
  const long = concat([plainData.drone.slice(0, 138) as Hex, token, droneFlag])
  expect(predict([callOf('drone', { data: long })]).prediction.certain).toBeNull()
})

test('behavior: bytes after the arguments are accepted', () => {
  const data = concat([plainData.approve, '0xdeadbeef'])
  expect(predict([callOf('approve', { data })]).prediction.certain).toBeNull()
})

test('behavior: what a contract may overlook is not certain, what it cannot overlook is', () => {
  const dirty = callOf('order', { data: dataOf('order', token, 2, vault) })
  const overlooked = predict([dirty])
  expect(overlooked.verdict).toBe('proven')
  expect(overlooked.prediction.certain).toBeNull()
  expect(namesIn(overlooked.prediction)).toContain('FailedInnerCall')
  expect(overlooked.calls[0]?.notes).toMatchObject([{ kind: 'unread_value', at: 36 }])
  const elsewhere = { ...dirty, proof: badProof }
  expect(predict([elsewhere]).prediction.certain).toMatchObject({ error: unproven })
  const dirtyAddress = dataOf('approve', `0x01${'00'.repeat(11)}${pool.slice(2)}` as Hex, 7)
  const cases: readonly [Name, Hex][] = [
    ['approve', dirtyAddress],
    ['approve', dataOf('approve', pool)],
    ['supply', dataOf('supply', token, 5, vault, 9_000, 0)],
    ['supply', dataOf('supply', token, 5, vault, 128, 1)],
    ['order', dataOf('order', token, 1)],
  ]
  for (const [name, data] of cases) {
    expect(predict([callOf(name, { data })]).prediction.certain).toMatchObject({
      error: 'FailedInnerCall',
    })
  }
})

test('behavior: decoders refuse by name; where versions differ, all names are reported', () => {
  const callback = dataOf('supply', token, 5, vault, 128, 1, `0x${'01'.repeat(32)}`)
  const nine = dataOf('supply', token, 9, vault, 128, 0)
  const both = dataOf('supply', token, 9, vault, 128, 1, `0x${'01'.repeat(32)}`)
  const named = (data: Hex, version: string, more: Partial<ManageCall> = {}) =>
    predictIn([callOf('supply', { data, ...more })], { decodersAt: () => [version] }).certain?.error
  expect(named(callback, 'Test')).toBe('CallbackNotSupported')
  expect(named(callback, 'Test (older)')).toBeUndefined()
  expect(named(nine, 'Test (older)')).toBe('NineNotSupported')
  const unknownDecoder = predictIn([callOf('approve')], { decodersAt: () => ['Stranger'] })
  expect(unknownDecoder.certain).toBeNull()
  expect(namesIn(unknownDecoder).slice(0, 2)).toEqual([null, unproven])
  const { certain, possible } = predict([callOf('supply', { data: both })]).prediction
  expect([certain?.error, ...possible.map(({ error }) => error)].sort()).toEqual([
    'CallbackNotSupported',
    'NineNotSupported',
  ])
  const wrong = predict([callOf('supply', { data: callback, proof: badProof })]).prediction
  expect(wrong.certain!.error).toBe(unproven)
  expect(namesIn(wrong)).toEqual(['CallbackNotSupported'])
  expect(decodeManagerRevert(certain!.selector!, rules)).toMatchObject({
    origin: 'bubbled',
    name: certain!.error,
  })
  expect(decodeManagerRevert(certain!.selector!)).toMatchObject({ origin: 'unknown' })
})

test('behavior: a decoder that reads is certain for the first call alone', () => {
  const reads = { 'ownerOf(9)': pool }
  const first = predict([callOf('collect')], { reads })
  expect(first.prediction.certain).toMatchObject({ error: unproven, callPath: [0] })
  const later = predict([callOf('approve'), callOf('collect')], { reads })
  expect(later.verdict).toBe('refused')
  expect(later.prediction.certain).toBeNull()
  expect(later.prediction.possible).toContainEqual(
    expect.objectContaining({ error: unproven, callPath: [1], callsRun: 1 }),
  )
  const open = predict([callOf('collect')])
  expect(open).toMatchObject({ verdict: 'conditional', prediction: { certain: null } })
  expect(namesIn(open.prediction)).toContain(unproven)
})

test('behavior: without root or rules nothing is certain but a decoder that refuses anyway', () => {
  const state = { rules, state: well }
  const predicted = (call: ManageCall, more: object = {}) =>
    verifyCalldata(encodeManage([call]), { ...state, ...more })
  expect(predicted(callOf('approve'))).toMatchObject({
    verdict: 'unproven',
    prediction: { certain: null },
  })
  expect(predicted(callOf('approve', { data: dataOf('approve', pool) }))).toMatchObject({
    verdict: 'refused',
    prediction: { certain: { error: 'FailedInnerCall' } },
  })
  const ruleless = { rules: buildRuleBook([]), root }
  const { prediction } = predicted(callOf('approve'), ruleless)
  expect(prediction.certain).toBeNull()
  expect(namesIn(prediction).slice(0, 2)).toEqual([null, unproven])
})

test('behavior: what the vault cannot pay and whom it cannot call is certain before anything has run', () => {
  const broke: ManagerState = { nativeBalance: 0n }
  expect(predictIn([callOf('deposit')], broke).certain).toMatchObject({
    error: 'AddressInsufficientBalance',
    arguments: { account: vault },
  })
  const later = predictIn([callOf('approve'), callOf('deposit')], broke)
  expect(later.certain).toBeNull()
  expect(namesIn(later)).toContain('AddressInsufficientBalance')
  const empty: ManagerState = { hasCode: (one) => one !== token }
  expect(predictIn([callOf('approve')], empty).certain).toMatchObject({
    error: 'AddressEmptyCode',
    arguments: { target: token },
  })
  expect(predictIn([callOf('supply'), callOf('approve')], empty).certain).toBeNull()
})

test('behavior: a loan to another one is never executed', () => {
  const foreign = callOf('loan', {
    data: encodeFlashLoan({
      recipient: vault,
      tokens: [token],
      amounts: [5n],
      calls: [],
      salt: '0x',
    }),
  })
  const lent = buildLeafTree([{ ...leaves.loan, arguments: [vault, token] }, leaves.approve])
  const call = { ...foreign, proof: proofHexOf(lent.tree, 0) }
  expect(predict([call], { tree: lent })).toMatchObject({
    verdict: 'refused',
    prediction: { certain: { error: `${prefix}FlashLoanNotExecuted`, callPath: [0] } },
  })
  const state: ManagerState = { ...well, hasCode: (one) => one !== vault }
  const deaf = (more: ManagerState) => predict([call], { tree: lent, state: { ...state, ...more } })
  expect(deaf({}).prediction.certain).toMatchObject({ error: 'FailedInnerCall', callPath: [0] })
  const silent = deaf({ lender: 'silent' }).prediction.certain
  expect(silent).toMatchObject({ error: `${prefix}FlashLoanNotExecuted` })
})

test('behavior: an account of the chain itself may answer without code', () => {
  const precompile = account('4')
  const call = callOf('approve', { decoder: precompile })
  const { certain, possible } = predictIn([call], { hasCode: () => false })
  expect(certain).toMatchObject({ error: unproven })
  expect(possible.map((one) => [one.error, one.arguments])).toEqual([
    ['AddressEmptyCode', { target: precompile }],
    [null, null],
  ])
  const zeroDecoder = predictIn([{ ...call, decoder: account('0') }], {})
  expect(zeroDecoder.certain).toMatchObject({ error: 'AddressEmptyCode' })
})

test('behavior: a contract that is not a decoder refuses by rules of its own', () => {
  const call = callOf('approve', { decoder: token })
  const { certain, possible } = predictIn([call], {})
  expect(certain).toMatchObject({ error: unproven, callPath: [0] })
  expect(possible).toMatchObject([{ error: null, callPath: [0] }])
  const short = callOf('approve', { decoder: token, data: dataOf('approve', pool) })
  expect(predictIn([short], {}).certain).toMatchObject({ error: unproven })
  const named = predictIn([call], { decodersAt: () => ['Test'] })
  expect(named).toMatchObject({ certain: { error: unproven }, possible: [] })
})

test('behavior: what a decoder reads may be refused before the proof is looked at', () => {
  const call = callOf('collect', { value: 1n })
  const unread = predict([call]).prediction
  expect(unread.certain).toMatchObject({ error: unproven, callPath: [0] })
  expect(namesIn(unread)).toContain(null)
  const predicted = predict([call], { reads: { 'ownerOf(9)': vault } }).prediction
  expect(predicted.certain).toMatchObject({ error: unproven })
  expect(namesIn(predicted)).toEqual([])
})
