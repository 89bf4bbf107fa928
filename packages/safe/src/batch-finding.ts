import type { Finding } from '@vaultwright/base'
import { calldataOf } from './batch.ts'
import type { SafeBatch } from './batch-schema.ts'
import type { SafeCall } from './call.ts'
import { encodeSafeExecution } from './execution.ts'
import { buildSafeTransaction } from './transaction.ts'

/** The limits of a batch. Neither the app nor its service states one: these are of what stands behind. */
export const safeBatchLimits = {
  /**
   * Bytes of a signed transaction that nodes pass on.
   *
   * Source: go-ethereum, `txMaxSize` of the legacy pool: four slots of 32 KiB.
   */
  transactionBytes: 131_072,
  /**
   * Gas of one transaction, whatever the block holds.
   *
   * Source: EIP-7825, mainnet from 2025-12 on.
   */
  transactionGas: 16_777_216,
  /**
   * Calls of a batch that the service of the app is known to take.
   *
   * Source: safe-react-apps, issue 749: 100 calls went through, 200 were answered with status 500.
   */
  calls: 100,
} as const

/** Nonce, fees, gas, target, length prefixes and the sender's signature: at least this many bytes. */
const envelopeSize = 100
const signatureSize = 65
/** Its bytes have no part in the size. */
const placeholderAddress = '0x1111111111111111111111111111111111111111'

/**
 * Finds what would keep a batch from being signed, sent or trusted.
 *
 * @param batch - as `parseSafeBatch` or `buildSafeBatch` made it.
 * @returns `batch_empty` (error), `batch_checksum_missing`, `batch_unencoded_call`,
 * `batch_too_large` (warnings), `batch_many_calls` (info); `leaf` is null in all of them.
 */
export function batchFindings(batch: SafeBatch): readonly Finding[] {
  const count = batch.transactions.length
  const findings: Finding[] = []
  if (count === 0) {
    findings.push(finding('batch_empty', 'error', { message: 'The batch makes no call.' }))
  }
  if (batch.meta.checksum === undefined) {
    const message = 'The batch has no checksum: nothing tells whether it was changed.'
    findings.push(finding('batch_checksum_missing', 'warning', { message }))
  }
  batch.transactions.forEach((transaction, index) => {
    if (calldataOf(transaction) !== null) return
    const message = `Transaction ${index} names a method: its calldata is what the app makes of it.`
    findings.push(
      finding('batch_unencoded_call', 'warning', { message, facts: { transaction: index } }),
    )
  })
  const limit = safeBatchLimits.transactionBytes
  const bytes = executionSizeOf(sizedCallsOf(batch), 1)
  if (bytes !== null && bytes > limit) {
    const message = `The batch needs a transaction of at least ${bytes} bytes; nodes pass on ${limit}. Split it.`
    findings.push(finding('batch_too_large', 'warning', { message, facts: { bytes, limit } }))
  }
  if (count > safeBatchLimits.calls) {
    const message = `The batch makes ${count} calls; the service of the app is known to take ${safeBatchLimits.calls}.`
    findings.push(finding('batch_many_calls', 'info', { message, facts: { calls: count } }))
  }
  return findings
}

/**
 * Measures the signed transaction that would carry calls into a Safe.
 *
 * @param calls - in order.
 * @param signatures - how many owners sign · 1 or more.
 * @returns bytes, a lower bound that misses few; null without a call.
 * @throws {InvalidSafeCallError} when a call cannot be made.
 */
export function executionSizeOf(calls: readonly SafeCall[], signatures: number): number | null {
  if (calls.length === 0) return null
  const { nonce: _, ...transaction } = buildSafeTransaction(calls, {
    multiSend: placeholderAddress,
    nonce: 0n,
  })
  const packed = `0x${'00'.repeat(signatureSize * signatures)}` as const
  const calldata = encodeSafeExecution({ ...transaction, signatures: packed })
  return calldata.length / 2 - 1 + envelopeSize
}

/** The calls, those without calldata at their smallest. */
function sizedCallsOf({ transactions }: SafeBatch): readonly SafeCall[] {
  return transactions.map((transaction) => ({
    to: placeholderAddress,
    value: 0n,
    data: calldataOf(transaction) ?? '0x',
  }))
}

type FindingText = { readonly message: string; readonly facts?: Finding['facts'] }

function finding(
  code: string,
  severity: Finding['severity'],
  { message, facts = {} }: FindingText,
): Finding {
  return { code, severity, leaf: null, message, facts }
}
