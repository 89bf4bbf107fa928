import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from '@vaultwright/base'
import {
  buildLeaf,
  buildLeafTree,
  encodeFlashLoan,
  encodeManage,
  type ManageCall,
} from '@vaultwright/manager'
import { proofHexOf } from '@vaultwright/merkle'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import {
  batchChecksumOf,
  buildSafeBatch,
  encodeMultiSend,
  type SafeBatch,
  usualMultiSendOf,
} from '@vaultwright/safe'
import { encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { accountOf, hashPacket } from './account.ts'
import { openPacket } from './packet.ts'
import type { PacketRoot } from './root.ts'
import { judgePacket, nothingCompared, type PacketEvidence } from './verdict.ts'

const { types } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/safe/typed-data.json'), 'utf8'),
)
const account = (digits: string) => `0x${digits.padStart(40, '0')}` as Address
const [decoder, token, pool, manager, safe] = ['d0', 'e1', 'b0', '3a', '5a'].map(account) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const tree = buildLeafTree([
  buildLeaf({ decoder, target: token, signature: 'approve(address,uint256)', arguments: [pool] }),
  buildLeaf({
    decoder,
    target: manager,
    signature: 'flashLoan(address,address[],uint256[],bytes)',
    arguments: [manager, token],
  }),
])
const call = (position: number, target: Address, data: Hex): ManageCall => {
  return { proof: proofHexOf(tree.tree, position), decoder, target, data, value: 0n }
}
const word = (value: string) => value.replace('0x', '').padStart(64, '0')
const approval: Hex = `0x095ea7b3${word(pool)}${word('7')}`
const approving = call(0, token, approval)
const borrowing = (inside: ManageCall) =>
  call(
    1,
    manager,
    encodeFlashLoan({
      recipient: manager,
      tokens: [token],
      amounts: [5n],
      calls: [inside],
      salt: '0x01',
    }),
  )

/** A transaction of the Safe that gives the Manager a batch. */
const transactionOf = (calls: readonly ManageCall[]) =>
  typedDataOf({ to: manager, data: encodeManage(calls), operation: 0 })

/** The same through a MultiSend library. */
const multiSendOf = (to: Address, calls: readonly ManageCall[]) => {
  const data = encodeMultiSend([{ to: manager, value: 0n, data: encodeManage(calls) }])
  return typedDataOf({ to, data, operation: 1 })
}

/** The same through Multicall3, as public multisig tasks do. */
const multicallOf = (operation: 0 | 1, { mayFail = false, value = 0n } = {}) => {
  const calldata = encodeManage([approving])
  const row = { target: manager, allowFailure: mayFail, value, callData: calldata }
  const call = { abi: multicall3Abi, functionName: 'aggregate3Value', args: [[row]] } as const
  return typedDataOf({ to: multicall3Address, data: encodeFunctionData(call), operation })
}

const typedDataOf = (called: object) =>
  JSON.stringify({
    types,
    primaryType: 'SafeTx',
    domain: { chainId: 1, verifyingContract: safe },
    message: {
      ...called,
      value: '0',
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: account('0'),
      refundReceiver: account('0'),
      nonce: '42',
    },
  })

/** The verdict over a packet whose hashes were compared, held against the tree. */
function judge(
  text: string,
  changes: Partial<PacketRoot> = {},
  more: Partial<PacketEvidence> = {},
) {
  const packet = openPacket(text)
  const wallet = { ...accountOf(packet), version: '1.4.1' }
  const hashed = hashPacket(packet, wallet)
  const verdict = judgePacket(packet, {
    account: wallet,
    compared: hashed.ok ? hashed.shown : nothingCompared,
    isOtherOnDevice: false,
    root: {
      root: null,
      origin: 'tree',
      tree,
      isContradictory: false,
      manager,
      strategist: null,
      provenManager: null,
      chainId: null,
      block: null,
      managerTree: null,
      ...changes,
    },
    simulation: null,
    rules: ruleBook,
    reads: {},
    naming: callContextOf(1, null),
    ...more,
  })
  const open = verdict.reasons.filter(({ weight }) => weight === 'no' || weight === 'incomplete')
  return { ...verdict, open: open.map(({ weight, code, path }) => [weight, code, path]) }
}

test('refuses: calls inside a flash loan while the tree of the own root of the Manager is missing', () => {
  const text = transactionOf([borrowing(approving)])
  const { answer, open } = judge(text)
  expect(open).toEqual([['incomplete', 'loan_root_assumed', '']])
  expect(answer).toBe('incomplete')
  expect(judge(text, { managerTree: tree })).toMatchObject({ answer: 'conditional', open: [] })
})

test('refuses: a MultiSend library that has no code on the chain', () => {
  const usual = multiSendOf(usualMultiSendOf('1.4.1').address, [approving])
  expect(judge(usual)).toMatchObject({ answer: 'conditional', open: [] })
  const missing = [['no', 'library_without_code', '']]
  expect(judge(usual, {}, { hasCode: () => false })).toMatchObject({ answer: 'no', open: missing })
  // Compiled for the machine of zkSync, which chain 1 is not.
  const foreign = multiSendOf('0x0408EF011960d02349d50286D20531229BCef773', [approving])
  expect(judge(foreign)).toMatchObject({ answer: 'no', open: missing })
  expect(judge(foreign, {}, { hasCode: () => true })).toMatchObject({
    answer: 'conditional',
    open: [],
  })
})

test('refuses: bytes behind an inner call, at each depth', () => {
  const padded = { ...approving, data: `${approval}00` as Hex }
  const first = judge(transactionOf([approving, padded]))
  expect(first.open).toEqual([['no', 'trailing_bytes', '1']])
  const inside = judge(transactionOf([borrowing(padded)]), { managerTree: tree })
  expect(inside.open).toContainEqual(['no', 'trailing_bytes', '0.0'])
  expect([first.answer, inside.answer]).toEqual(['no', 'no'])
})

test('refuses: a sender that the packet does not name, against a root that was proven', () => {
  const proven = { origin: 'chain', strategist: safe } as const
  expect(judge(transactionOf([approving]), proven).open).toEqual([])
  const { reasons, answer } = judge(encodeManage([approving]), proven)
  expect(answer).toBe('incomplete')
  expect(reasons).toContainEqual(
    expect.objectContaining({
      weight: 'incomplete',
      code: 'wallet_unknown',
      message: expect.stringContaining(`The root was proven for ${safe}`),
    }),
  )
})

test('refuses: a method beside the calldata that cannot be encoded', () => {
  const parts = { chainId: 1, safe, name: '', description: '', createdAtMs: 0, calls: [] }
  const { meta, ...batchFields } = buildSafeBatch(parts)
  const { checksum: _, ...bare } = meta
  const textOf = (method: object) => {
    const transaction = { to: manager, value: '0', data: encodeManage([approving]), ...method }
    const batch = {
      ...batchFields,
      meta: bare,
      transactions: [transaction],
    } as unknown as SafeBatch
    return JSON.stringify({ ...batch, meta: { ...bare, checksum: batchChecksumOf(batch) } })
  }
  const unread = {
    contractMethod: {
      name: 'manage',
      payable: false,
      inputs: [{ name: 'who', type: 'address', internalType: 'address' }],
    },
    contractInputsValues: { who: 'vitalik.eth' },
  }
  const codesOf = (text: string) => judge(text).open.map(([weight, code]) => `${weight} ${code}`)
  expect(codesOf(textOf({}))).not.toContain('incomplete unread_method')
  expect(codesOf(textOf(unread))).toContain('incomplete unread_method')
})

test('refuses: a root that was proven for another Manager than the one that you know', () => {
  const proven = { origin: 'chain', strategist: safe } as const
  const text = transactionOf([approving])
  expect(judge(text, { ...proven, provenManager: manager })).toMatchObject({
    answer: 'conditional',
  })
  const { answer, open } = judge(text, { ...proven, provenManager: pool })
  expect(open).toEqual([['no', 'manager_differs', null]])
  expect(answer).toBe('no')
})

test('golden: a batch that a Safe makes by borrowing Multicall3 is judged and named as without it', () => {
  const direct = judge(transactionOf([approving]))
  const borrowed = judge(multicallOf(1))
  expect(borrowed.answer).toBe(direct.answer)
  expect(borrowed.contentHash).toBe(direct.contentHash)
  const [, batch] = borrowed.calls
  expect(batch).toMatchObject({ path: '0', sender: safe, batch: { ok: true } })
})

test('refuses: Multicall3 that is called, may fail, sends coin, or has no code', () => {
  const codesOf = (text: string, more: Partial<PacketEvidence> = {}) =>
    judge(text, {}, more).reasons.map(({ weight, code }) => `${weight} ${code}`)
  expect(codesOf(multicallOf(0))).toContain('no not_delegated')
  expect(codesOf(multicallOf(1, { mayFail: true }))).toContain('incomplete may_fail')
  expect(codesOf(multicallOf(1, { value: 1n }))).toContain('incomplete value_from_sender')
  expect(codesOf(multicallOf(1), { hasCode: () => false })).toContain('no library_without_code')
  const failing = judge(multicallOf(1, { mayFail: true })).contentHash
  expect(failing).not.toBe(judge(transactionOf([approving])).contentHash)
})
