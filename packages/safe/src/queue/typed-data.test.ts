import type { Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { getAddress, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { anyAddress, safeTransactions } from '../../../../test/support/call/safe-transaction.ts'
import { openSignedDocument } from '../signed/document.ts'
import { safeHashInputOf } from '../signed/signed-hash.ts'
import { SafeVersionError, safeTransactionHashOf } from '../transaction.ts'
import { delegateTypedDataOf, deletionTypedDataOf, safeTypedDataOf } from './typed-data.ts'

const accounts = fc.record({
  safe: anyAddress,
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  version: fc.constantFrom('1.0.0', '1.1.1', '1.2.0', '1.3.0', '1.3.0+L2', '1.4.1', '1.5.0'),
})

test('law: what a wallet signs hashes to the hash of the transaction, by viem, and reads back', () => {
  fc.assert(
    fc.property(safeTransactions, accounts, (transaction, account) => {
      const data = safeTypedDataOf(transaction, account)
      const hash = safeTransactionHashOf(transaction, account)
      expect(hashTypedData(data as Parameters<typeof hashTypedData>[0])).toBe(hash)
      const opened = openSignedDocument(JSON.stringify(data))
      const multiSend = account.safe
      const input = safeHashInputOf(opened, { safe: null, nonce: null, multiSend })
      expect(input.safe).toBe(account.safe)
      expect(safeTransactionHashOf(input.transaction, account)).toBe(hash)
    }),
  )
})

test('golden: acts of an hour are signed with the types that the service documents', () => {
  const delegate = getAddress(`0x${'22'.repeat(20)}`)
  const safe = getAddress(`0x${'33'.repeat(20)}`)
  const hash: Hex = `0x${'44'.repeat(32)}`
  const atUnix = 1_750_000_000
  expect(delegateTypedDataOf({ delegate, chainId: 1, atUnix })).toMatchObject({
    domain: { name: 'Safe Transaction Service', version: '1.0', chainId: 1 },
    message: { delegateAddress: delegate, totp: 486_111 },
    primaryType: 'Delegate',
  })
  const deletion = deletionTypedDataOf({ safe, hash, chainId: 1, atUnix })
  expect(deletion.domain).toEqual({
    name: 'Safe Transaction Service',
    version: '1.0',
    chainId: 1,
    verifyingContract: safe,
  })
  expect(deletion.types.EIP712Domain!.map(({ name }) => name)).toEqual(Object.keys(deletion.domain))
})

test('refuses: a version whose hashes are not known', () => {
  const [transaction] = fc.sample(safeTransactions, 1)
  const account = { safe: transaction!.to, chainId: 1, version: '0.1.0' }
  expect(() => safeTypedDataOf(transaction!, account)).toThrow(SafeVersionError)
})
