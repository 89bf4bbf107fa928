import { encodeBase58, svmAddressOf } from '@vaultwright/svm'
import { expect, test } from 'vitest'
import { openScriptedNode, refusal } from '../../../../test/solana/support/scripted-node.ts'

const address = svmAddressOf(new Uint8Array(32).fill(1))
const signature = (byte: number) => encodeBase58(new Uint8Array(64).fill(byte))
const row = (slot: number, byte: number) => ({
  signature: signature(byte),
  slot,
  err: null,
  memo: null,
  blockTime: 1_700_000_000 + slot,
})
const landed = {
  slot: 9,
  blockTime: null,
  transaction: ['AQID', 'base64'],
  meta: {
    err: { InstructionError: [0, { Custom: 1 }] },
    innerInstructions: [
      {
        index: 1,
        instructions: [
          { programIdIndex: 4, accounts: [0, 2], data: encodeBase58(Uint8Array.of(0, 7)) },
        ],
      },
    ],
  },
  version: 1,
}
const answered = (result: unknown) => openScriptedNode(() => result, { genesisHash: null })

test('golden: signatures come newest first, with what is asked about them', async () => {
  const { node, requests } = answered([row(9, 3), { ...row(9, 2), err: 'x' }, row(7, 1)])
  expect(await node.signaturesOf(address, { limit: 3 })).toEqual([
    { signature: signature(3), slot: 9n, blockTimeUnix: 1_700_000_009n, isFailed: false },
    { signature: signature(2), slot: 9n, blockTimeUnix: 1_700_000_009n, isFailed: true },
    { signature: signature(1), slot: 7n, blockTimeUnix: 1_700_000_007n, isFailed: false },
  ])
  expect(requests).toHaveLength(1)
})

test('golden: a transaction with the calls of its programs', async () => {
  const { node } = answered(landed)
  expect(await node.transactions([signature(1)])).toEqual([
    {
      signature: signature(1),
      slot: 9n,
      blockTimeUnix: null,
      isFailed: true,
      base64: 'AQID',
      loadedAddresses: { writable: [], readonly: [] },
      innerCalls: [
        { instruction: 1, programIndex: 4, accountIndices: [0, 2], data: Uint8Array.of(0, 7) },
      ],
    },
  ])
  expect(await answered(null).node.transactions([signature(1)])).toEqual([null])
  const long = structuredClone(landed)
  long.meta.innerInstructions[0]!.instructions[0]!.data = '1'.repeat(1_025)
  const [transaction] = await answered(long).node.transactions([signature(1)])
  expect(transaction?.innerCalls[0]?.data).toBeNull()
})

test.each([
  ['more rows than asked for', [row(9, 3), row(8, 2)]],
  [
    'a signature of 63 bytes',
    [{ ...row(9, 3), signature: encodeBase58(new Uint8Array(63).fill(1)) }],
  ],
  ['a row without a slot', [{ ...row(9, 3), slot: undefined }]],
  ['an object', {}],
])('refuses: signatures with %s', async (_, result) => {
  const pending = answered(result).node.signaturesOf(address, { limit: 1 })
  await expect(pending).rejects.toMatchObject({ code: 'rpc_answer_malformed' })
})

test('refuses: signatures that are not newest first', async () => {
  const pending = answered([row(7, 1), row(9, 3)]).node.signaturesOf(address)
  await expect(pending).rejects.toMatchObject({ code: 'rpc_answer_malformed' })
})

test.each([
  ['another encoding', { ...landed, transaction: ['Ldp', 'base58'] }, 'rpc_answer_malformed'],
  ['bytes that are no base64', { ...landed, transaction: ['A', 'base64'] }, 'rpc_answer_malformed'],
  ['no result of its run', { ...landed, meta: null }, 'rpc_answer_malformed'],
  [
    'a newer version',
    refusal(-32015, 'Transaction version (2) is not supported'),
    'solana_refused',
  ],
  ['a history that is gone', refusal(-32011), 'solana_refused'],
])('refuses: a transaction with %s', async (_, result, code) => {
  const pending = answered(result).node.transactions([signature(1)])
  await expect(pending).rejects.toMatchObject({ code })
})
