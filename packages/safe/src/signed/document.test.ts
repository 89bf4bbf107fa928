import { BaseError, type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { buildSafeBatch, printSafeBatch } from '../batch.ts'
import { batchChecksumOf } from '../batch-checksum.ts'
import type { SafeBatch } from '../batch-schema.ts'
import { openSignedDocument } from './document.ts'
import { openSignedCall } from './open-signed.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const data = fc.uint8Array({ maxLength: 60 }).map(printHex)
const calls = fc.array(fc.record({ to: address, value: uint, data }), { maxLength: 4 })
const transactions = fc.record({
  safe: address,
  to: address,
  value: uint,
  data,
  operation: fc.constantFrom(0, 1),
  safeTxGas: uint,
  baseGas: uint,
  gasPrice: uint,
  gasToken: address,
  refundReceiver: address,
  nonce: uint,
})
const struct = [
  ['address', 'to'],
  ['uint256', 'value'],
  ['bytes', 'data'],
  ['uint8', 'operation'],
  ['uint256', 'safeTxGas'],
  ['uint256', 'baseGas'],
  ['uint256', 'gasPrice'],
  ['address', 'gasToken'],
  ['address', 'refundReceiver'],
  ['uint256', 'nonce'],
].map(([type, name]) => ({ name, type }))
const token = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

/** The forms in which wallets and services write a transaction. */
const forms: Readonly<Record<string, (row: Row) => unknown>> = {
  service: (row) => ({ ...row, isExecuted: false, confirmations: [], origin: '{}' }),
  'snake case': (row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value])),
  page: (row) => ({ count: 1, next: null, previous: null, results: [row] }),
  'typed data': ({ safe, ...message }) => ({
    types: { SafeTx: struct },
    domain: { chainId: 5, verifyingContract: safe },
    primaryType: 'SafeTx',
    message,
  }),
}
type Row = typeof transactions extends fc.Arbitrary<infer Value> ? Value : never

test.each(Object.entries(forms))('law: a transaction is read back from %s', (_, form) => {
  fc.assert(
    fc.property(transactions, (row) => {
      const opened = openSignedDocument(textOf(form(row)))
      const { safe, to, value, data: inner, operation, ...terms } = row
      expect(opened).toMatchObject({
        kind: 'safe_transaction',
        to: safe,
        facts: { safe, ...terms },
      })
      const call = { to, value, data: inner, operation: operation === 0 ? 'call' : 'delegatecall' }
      expect(opened.children).toEqual([
        openSignedCall(call as Parameters<typeof openSignedCall>[0]),
      ])
    }),
  )
})

test('law: a batch file is opened to the calls that it was made of', () => {
  fc.assert(
    fc.property(calls, address, (some, safe) => {
      const parts = { chainId: 8453, safe, name: 'n', description: '', createdAtMs: 0, calls: some }
      const opened = openSignedDocument(printSafeBatch(buildSafeBatch(parts)))
      expect(opened).toMatchObject({
        kind: 'safe_batch',
        facts: { safe, chainId: 8453 },
        notes: [],
      })
      const plain = opened.children.map(({ to, value, data: inner }) => ({
        to,
        value,
        data: inner,
      }))
      expect(plain).toEqual(some)
    }),
  )
})

const approveAbi = parseAbi(['function approve(address spender, uint256[] amounts, bool isOn)'])
const args = [token, [1n, 2n], true] as const
const approval = encodeFunctionData({ abi: approveAbi, args }).toLowerCase() as Hex
const method = {
  contractMethod: {
    name: 'approve',
    payable: false,
    inputs: [
      { name: 'spender', type: 'address', internalType: 'address' },
      { name: 'amounts', type: 'uint256[]', internalType: 'uint256[]' },
      { name: 'isOn', type: 'bool', internalType: 'bool' },
    ],
  },
  contractInputsValues: { spender: token, amounts: '["1", 2]', isOn: 'true' },
}
const batchText = (transaction: object) => {
  const parts = { chainId: 1, safe: null, name: '', description: '', createdAtMs: 0, calls: [] }
  const { meta, ...batchFields } = buildSafeBatch(parts)
  const { checksum: _, ...bare } = meta
  const batch = { ...batchFields, meta: bare, transactions: [transaction] } as unknown as SafeBatch
  return JSON.stringify({ ...batch, meta: { ...bare, checksum: batchChecksumOf(batch) } })
}

test('behavior: a method stands for its calldata, and beside it says the same', () => {
  const alone = openSignedDocument(batchText({ to: token, value: '0', data: null, ...method }))
  expect(alone.children).toMatchObject([{ data: approval, notes: [{ kind: 'encoded_method' }] }])
  const both = openSignedDocument(batchText({ to: token, value: '0', data: approval, ...method }))
  expect(both.children).toMatchObject([{ data: approval, notes: [] }])
  const odd = { ...method, contractInputsValues: { spender: 'vitalik.eth' } }
  const unread = openSignedDocument(batchText({ to: token, value: '0', data: approval, ...odd }))
  expect(unread.children).toMatchObject([{ data: approval, notes: [{ kind: 'unread_method' }] }])
})

test.each([
  ['no method', null],
  ['a list for a method', ['approve']],
  ['a text for a method', 'approve'],
  ['a method without a name', { inputs: [] }],
  ['the fallback', { name: 'fallback', inputs: [] }],
  ['inputs that are no list', { name: 'approve', inputs: {} }],
])('behavior: %s is no method, and the calldata stands alone', (_, contractMethod) => {
  const { children } = openSignedDocument(
    batchText({ to: token, value: '0', data: approval, contractMethod }),
  )
  expect(children).toMatchObject([{ data: approval }])
})

test('refuses: calldata that is not that of the method beside it', () => {
  const altered = `${approval.slice(0, -1)}0`
  expect(() =>
    openSignedDocument(batchText({ to: token, value: '0', data: altered, ...method })),
  ).toThrow(expect.objectContaining({ code: 'safe_two_readings' }))
})

const row = {
  safe: token,
  to: token,
  value: '1',
  data: '0x',
  operation: 0,
  nonce: 1,
}

test('behavior: what the document does not say, and what is not read, are notes', () => {
  const opened = openSignedDocument(JSON.stringify({ ...row, dataDecoded: { method: 'harmless' } }))
  expect(opened.notes).toMatchObject([
    { kind: 'assumed_zero', message: expect.stringContaining('safeTxGas, baseGas, gasPrice') },
    { kind: 'unread_field', message: expect.stringContaining('dataDecoded') },
  ])
})

const typed = forms['typed data']!({ ...(row as unknown as Row) }) as {
  readonly types: object
  readonly domain: object
  readonly message: object
}

test.each<readonly [string, string, unknown]>([
  ['two keys for one field', 'safe_two_readings', { ...row, safe_tx_gas: 1, safeTxGas: 2 }],
  ['a wrong checksum', 'signed_document', { ...row, to: token.replace('C02aaA', 'c02aaA') }],
  ['an operation of 2', 'signed_document', { ...row, operation: 2 }],
  ['a missing operation', 'signed_document', { ...row, operation: undefined }],
  ['a rounded number', 'signed_document', { ...row, value: 1e21 }],
  ['half a byte', 'signed_document', { ...row, data: '0x1' }],
  ['two results', 'signed_document', { results: [row, row] }],
  ['a list', 'signed_document', [row]],
  ['a message', 'signed_document', { ...typed, primaryType: 'SafeMessage' }],
  ['another domain', 'signed_document', { ...typed, domain: { ...typed.domain, name: 'Safe' } }],
  ['a hidden field', 'signed_document', { ...typed, message: { ...typed.message, memo: 'x' } }],
  [
    'the struct before 1.0.0',
    'signed_document',
    {
      ...typed,
      types: {
        SafeTx: struct.map((each) => ({
          ...each,
          name: each.name === 'baseGas' ? 'dataGas' : each.name,
        })),
      },
    },
  ],
])('refuses: %s', (_, code, value) => {
  expect(() => openSignedDocument(JSON.stringify(value))).toThrow(expect.objectContaining({ code }))
})

test('law: any JSON, and any field of any value, is opened or refused by a typed error', () => {
  const names = Object.keys(row)
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('0x', '0x1', '', -1, 1e300, null))
  const documents = fc.oneof(
    fc.jsonValue(),
    fc.tuple(fc.constantFrom(...names), odd).map(([name, value]) => ({ ...row, [name]: value })),
    fc.tuple(fc.constantFrom('types', 'domain', 'message'), odd).map(([name, value]) => ({
      ...typed,
      [name]: value,
    })),
    odd.map((results) => ({ results })),
    odd.map((transactions) => ({ transactions })),
    odd.map((contractMethod) => {
      const { transactions, ...batch } = JSON.parse(batchText({ to: token, value: '0' }))
      const [first] = transactions
      return { ...batch, transactions: [{ ...first, data: '0x', contractMethod }] }
    }),
  )
  fc.assert(
    fc.property(documents, (value) => {
      try {
        expect(openSignedDocument(JSON.stringify(value)).kind).toMatch(/^safe_/)
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
  )
})

test('refuses: a key that stands twice, with its place', () => {
  const text = '{\n "to": "a",\n "\\u0074o": "b" }'
  expect(() => openSignedDocument(text)).toThrow(
    expect.objectContaining({
      code: 'signed_document',
      shortMessage: expect.stringContaining('"to" twice in one object (line 3, column 2)'),
    }),
  )
  expect(() => openSignedDocument(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toThrow(
    expect.objectContaining({ code: 'signed_document' }),
  )
})
