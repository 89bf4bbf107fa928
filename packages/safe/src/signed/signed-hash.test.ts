import type { Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { getAddress, hashDomain, hashStruct, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { anyAddress, safeTransactions } from '../../../../test/support/call/safe-transaction.ts'
import { openSignedDocument } from './document.ts'
import { openSignedCall } from './open-signed.ts'
import { approvalOf, safeHashesOf, safeHashInputOf, safeHashRules } from './signed-hash.ts'

const types = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const
const versions = [
  '1.0.0',
  '1.1.0',
  '1.1.1',
  '1.2.0',
  '1.3.0',
  '1.3.0+L2',
  '1.4.0',
  '1.4.1',
  '1.5.0',
]

test('law: the hashes of every version are those of viem', () => {
  const chains = fc.integer({ min: 1, max: 2 ** 31 })
  fc.assert(
    fc.property(safeTransactions, anyAddress, chains, (transaction, safe, chainId) => {
      for (const version of versions) {
        const isChainBound = version >= '1.3.0'
        const domain = { ...(isChainBound ? { chainId } : {}), verifyingContract: safe }
        const operation = transaction.operation === 'call' ? 0 : 1
        const message = { ...transaction, operation }
        const domainType = [
          ...(isChainBound ? [{ name: 'chainId', type: 'uint256' }] : []),
          { name: 'verifyingContract', type: 'address' },
        ]
        expect(safeHashesOf(transaction, { safe, chainId, version })).toEqual({
          domain: hashDomain({ domain: domain as never, types: { EIP712Domain: domainType } }),
          message: hashStruct({ data: message, primaryType: 'SafeTx', types }),
          transaction: hashTypedData({ domain, types, primaryType: 'SafeTx', message }),
        })
      }
    }),
  )
})

test('law: the two rules are those of all versions', () => {
  const [late, early] = safeHashRules
  const account = { safe: getAddress(`0x${'11'.repeat(20)}`), chainId: 5 }
  const [transaction] = fc.sample(safeTransactions, 1)
  const hashes = (version: string) => safeHashesOf(transaction!, { ...account, version })
  for (const version of versions) {
    expect(hashes(version)).toEqual(hashes((version < '1.3.0' ? early : late)!.version))
  }
})

/** Source: the readme of safe-tx-hashes-util, and its page of vectors: Arbitrum, a Safe 1.3.0+L2. */
const safe = getAddress('0x111CEEee040739fD91D29C34C33E6B3E112F2177')
const addOwner = `0x0d582f13${'0c75fa5a5f1c0997e3eea425cfa13184ed0ec9e5'.padStart(64, '0')}${'3'.padStart(64, '0')}`
const document = {
  safe,
  to: safe,
  value: '0',
  data: addOwner,
  operation: 0,
  safeTxGas: 0,
  baseGas: 0,
  gasPrice: '0',
  gasToken: getAddress(`0x${'00'.repeat(20)}`),
  refundReceiver: getAddress(`0x${'00'.repeat(20)}`),
  nonce: 234,
  safeTxHash: '0x0cb7250b8becd7069223c54e2839feaed4cee156363fbfe5dd0a48e75c4e25b3',
}
const domain = '0x1CF7F9B1EFE3BC47FE02FD27C649FEA19E79D66040683A1C86C7490C80BF7291'

test.each([
  [
    {},
    '0xD9109EA63C50ECD3B80B6B27ED5C5A9FD3D546C2169DFB69BFA7BA24CD14C7A5',
    '0x0cb7250b8becd7069223c54e2839feaed4cee156363fbfe5dd0a48e75c4e25b3',
  ],
  [
    {
      value: '1000',
      operation: 1,
      gasPrice: '50',
      gasToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      refundReceiver: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    },
    '0xC7E826933DA60E6AC3E2246ED0563A26A920A65BEAA9089D784AC96234141BB3',
    '0xc818fceb1cace51c1a4039c4c66fc73d95eccc298104c9c52debac604b9f4e04',
  ],
])('golden: the hashes of a transaction on Arbitrum, changed by %j', (change, message, hash) => {
  const opened = openSignedDocument(JSON.stringify({ ...document, ...change }))
  const input = safeHashInputOf(opened, { safe: null, nonce: null, multiSend: safe })
  const account = { safe: input.safe, chainId: 42161, version: '1.3.0+L2' }
  expect(safeHashesOf(input.transaction, account)).toEqual({
    domain: domain.toLowerCase(),
    message: message.toLowerCase(),
    transaction: hash,
  })
})

test('behavior: an approval is the call of approveHash in the inner Safe', () => {
  const hash: Hex = `0x${'ab'.repeat(32)}`
  expect(approvalOf(safe, hash, { nonce: 3n })).toMatchObject({
    to: safe,
    data: `0xd4d9bdcd${'ab'.repeat(32)}`,
    operation: 'call',
    nonce: 3n,
  })
})

test('refuses: an input without Safe, nonce or target, and one that names others', () => {
  const opened = openSignedDocument(JSON.stringify(document))
  const none = { safe: null, nonce: null, multiSend: safe }
  const call = { to: safe, value: 0n, operation: 'call', data: '0x' } as const
  expect(() => safeHashInputOf(openSignedCall(call), none)).toThrow(
    expect.objectContaining({ code: 'safe_hash_input', facts: { what: 'Safe', option: '--safe' } }),
  )
  expect(() => safeHashInputOf(openSignedCall(call), { ...none, safe })).toThrow(
    expect.objectContaining({
      code: 'safe_hash_input',
      facts: { what: 'nonce', option: '--nonce' },
    }),
  )
  const bare = openSignedCall({ ...call, to: null })
  expect(() => safeHashInputOf(bare, { ...none, safe, nonce: 1n })).toThrow(
    expect.objectContaining({ code: 'safe_hash_input' }),
  )
  expect(() => safeHashInputOf(opened, { ...none, nonce: 233n })).toThrow(
    expect.objectContaining({ code: 'safe_two_readings' }),
  )
})
