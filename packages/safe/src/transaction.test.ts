import fc from 'fast-check'
import { encodeAbiParameters, hashTypedData, keccak256, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { anyAddress, safeTransactions } from '../../../test/support/call/safe-transaction.ts'
import { encodeMultiSend } from './multi-send.ts'
import {
  buildSafeTransaction,
  type SafeAccount,
  safeDomainHashOf,
  safeTransactionHashOf,
} from './transaction.ts'

const early = ['1.0.0', '1.1.1', '1.2.0'] as const
const late = ['1.3.0', '1.3.0+L2', '1.4.1', '1.4.1+L2', '1.5.0', '2.0.0'] as const
const to = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const multiSend = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'
const call = { to, value: 1n, data: '0x8456cb59' } as const
const account: SafeAccount = { safe: multiSend, chainId: 1, version: '1.4.1' }

const uints = (names: string) => names.split(' ').map((name) => ({ name, type: 'uint256' }))
const SafeTx = [
  { name: 'to', type: 'address' },
  ...uints('value'),
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  ...uints('safeTxGas baseGas gasPrice'),

  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  ...uints('nonce'),
]

test('default', () => {
  expect(buildSafeTransaction([call], { multiSend, nonce: 3n })).toEqual({
    ...call,
    operation: 'call',
    nonce: 3n,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
  })
  expect(buildSafeTransaction([call, call], { multiSend, nonce: 3n })).toMatchObject({
    to: multiSend,
    value: 0n,
    operation: 'delegatecall',
    nonce: 3n,
    data: encodeMultiSend([call, call]),
  })
})

test('law: hashes are those that viem computes of the typed data', () => {
  const versions = fc.constantFrom(...early, ...late)
  fc.assert(
    fc.property(
      safeTransactions,
      anyAddress,
      versions,
      fc.nat(),
      (some, safe, version, chainId) => {
        const chain = (early as readonly string[]).includes(version) ? {} : { chainId }
        const message = { ...some, operation: some.operation === 'call' ? 0 : 1 }
        const domain = { ...chain, verifyingContract: safe }
        expect(safeTransactionHashOf(some, { safe, chainId, version })).toBe(
          hashTypedData({ domain, types: { SafeTx }, primaryType: 'SafeTx', message }),
        )
      },
    ),
  )
})

test('behavior: domains are made of the type hashes in the contracts', () => {
  const { safe } = account
  const domain = (hash: `0x${string}`, chain: readonly bigint[]) =>
    keccak256(
      encodeAbiParameters(
        [{ type: 'bytes32' }, ...chain.map(() => ({ type: 'uint256' })), { type: 'address' }],
        [hash, ...chain, safe],
      ),
    )
  const lateHash = '0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218'
  const earlyHash = '0x035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749'
  expect(safeDomainHashOf(account)).toBe(domain(lateHash, [1n]))
  expect(safeDomainHashOf({ ...account, version: '1.1.1' })).toBe(domain(earlyHash, []))
})

test('error: EmptySafeTransactionError without a call', () => {
  expect(() => buildSafeTransaction([], { multiSend, nonce: 0n })).toThrow(
    expect.objectContaining({ code: 'empty_safe_transaction' }),
  )
})

test.each(['0.1.0', '1.4', '', 'v1.4.1', '1.4.1-rc'])(
  'error: SafeVersionError for %j',
  (version) => {
    expect(() => safeDomainHashOf({ ...account, version })).toThrow(
      expect.objectContaining({ code: 'safe_version', facts: { version } }),
    )
  },
)

test.each(['nonce', 'safeTxGas', 'baseGas', 'gasPrice'])(
  'error: InvalidSafeTransactionError for a %s outside 256 bits',
  (field) => {
    const transaction = buildSafeTransaction([call], { multiSend, nonce: 0n })
    for (const value of [-1n, 2n ** 256n]) {
      expect(() => safeTransactionHashOf({ ...transaction, [field]: value }, account)).toThrow(
        expect.objectContaining({ code: 'invalid_safe_transaction', facts: { field } }),
      )
    }
  },
)

test.each([1.5, -1, Number.NaN, 2 ** 60])(
  'error: InvalidSafeTransactionError for the chain %d',
  (chainId) => {
    expect(() => safeDomainHashOf({ ...account, chainId })).toThrow(
      expect.objectContaining({ code: 'invalid_safe_transaction', facts: { field: 'chainId' } }),
    )
  },
)
