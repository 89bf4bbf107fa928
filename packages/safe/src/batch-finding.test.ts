import type { Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { buildSafeBatch } from './batch.ts'
import { batchFindings, executionSizeOf, safeBatchLimits } from './batch-finding.ts'
import type { SafeBatch } from './batch-schema.ts'
import type { SafeCall } from './call.ts'
import { encodeSafeExecution } from './execution.ts'
import { buildSafeTransaction } from './transaction.ts'

const numRuns = runsOf(1 / 10)
const to = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const sender = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const callOf = (size: number): SafeCall => ({ to, value: 0n, data: `0x${'ab'.repeat(size)}` })
const batchOf = (calls: readonly SafeCall[]) =>
  buildSafeBatch({
    chainId: 1,
    safe: null,
    name: '',
    description: '',
    createdAtMs: 0,
    calls,
  })
const codesOf = (batch: SafeBatch) => batchFindings(batch).map(({ code }) => code)

test('default', () => {
  expect(batchFindings(batchOf([callOf(4), callOf(68)]))).toEqual([])
})

test('law: the size is that of a signed transaction, less a few bytes', async () => {
  const sizes = fc.array(fc.nat({ max: 2000 }), { minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 9 }), async (some, owners) => {
      const calls = some.map(callOf)
      const minimum = executionSizeOf(calls, owners)!
      const real = await signedSize(sender, calls, owners)
      expect(real - minimum).toBeGreaterThanOrEqual(0)
      expect(real - minimum).toBeLessThan(40)
    }),
    { numRuns },
  )
})

test('behavior: a batch is too large at the byte', () => {
  const limit = safeBatchLimits.transactionBytes
  const fits = [...Array(limit).keys()].findLast(
    (size) => size % 32 === 4 && executionSizeOf([callOf(size)], 1)! <= limit,
  )!
  expect(codesOf(batchOf([callOf(fits)]))).toEqual([])
  expect(codesOf(batchOf([callOf(fits + 32)]))).toEqual(['batch_too_large'])
})

test('behavior: an empty batch, one without a checksum, a method, many calls', () => {
  expect(codesOf(batchOf([]))).toEqual(['batch_empty'])
  const { checksum: _, ...meta } = batchOf([]).meta
  const method = { to, value: '0', contractMethod: { name: 'pause' } }
  expect(codesOf({ ...batchOf([]), meta, transactions: [method] })).toEqual([
    'batch_checksum_missing',
    'batch_unencoded_call',
  ])
  expect(codesOf(batchOf(Array(100).fill(callOf(4))))).toEqual([])
  expect(codesOf(batchOf(Array(101).fill(callOf(4))))).toEqual(['batch_many_calls'])
  expect(executionSizeOf([], 1)).toBeNull()
})

async function signedSize(
  account: PrivateKeyAccount,
  calls: readonly SafeCall[],
  owners: number,
): Promise<number> {
  const { nonce: _, ...transaction } = buildSafeTransaction(calls, { multiSend: to, nonce: 0n })
  const signatures: Hex = `0x${'cd'.repeat(65 * owners)}`
  const signed = await account.signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 5,
    to,
    gas: 1_000_000n,
    maxFeePerGas: 20_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    data: encodeSafeExecution({ ...transaction, signatures }),
  })
  return signed.length / 2 - 1
}
