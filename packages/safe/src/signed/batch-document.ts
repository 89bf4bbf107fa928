import { BaseError, type Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { parseSafeBatch } from '../batch.ts'
import type { SafeBatchTransaction } from '../batch-schema.ts'
import { encodeContractMethod } from './contract-method.ts'
import { chainIdAt } from './document-field.ts'
import { openInnerCall } from './open-signed.ts'
import type { SignedCall, SignedNote } from './signed-call.ts'

/**
 * Opens a batch file of the transaction builder.
 *
 * @throws {SafeBatchSchemaError} {SafeBatchChecksumError} when it is not a batch file, or was changed.
 * @throws {SafeReadingsError} when the calldata of a transaction is not that of its method.
 * @throws {UnencodedMethodError} when a method without calldata cannot be encoded.
 */
export function openBatchDocument(text: string): SignedCall {
  const batch = parseSafeBatch(text)
  const { createdFromSafeAddress: safe = '', name, checksum } = batch.meta
  const notes: SignedNote[] = []
  if (checksum === undefined) {
    const message = 'The file has no checksum: nothing tells whether it was changed.'
    notes.push({ kind: 'no_checksum', message })
  }
  return {
    kind: 'safe_batch',
    facts: {
      safe: safe === '' ? null : parseAddress(safe),
      chainId: chainIdAt(batch.chainId, 'chainId'),
      name,
    },
    to: null,
    value: 0n,
    operation: 'call',
    data: '0x',
    children: batch.transactions.map(openTransaction),
    notes,
    problem: null,
  }
}

function openTransaction(transaction: SafeBatchTransaction, index: number): SignedCall {
  const { data, notes } = calldataWithNotes(transaction, index)
  const to = parseAddress(transaction.to)
  const call = openInnerCall({ to, value: BigInt(transaction.value), operation: 'call', data })
  return { ...call, notes: [...notes, ...call.notes] }
}

type Calldata = { readonly data: Hex; readonly notes: readonly SignedNote[] }

/** Some readers take the calldata, others the method: both must say the same. */
function calldataWithNotes(transaction: SafeBatchTransaction, index: number): Calldata {
  const { contractMethod = null } = transaction
  const data = (transaction.data?.toLowerCase() ?? null) as Hex | null
  if (contractMethod === null) return { data: data ?? '0x', notes: [] }
  const encoded = encodeContractMethod(transaction)
  if (data === null) {
    if (encoded === null) throw new UnencodedMethodError(index)
    const message =
      'The file has a method instead of calldata, which was encoded as the web app does.'
    return { data: encoded, notes: [{ kind: 'encoded_method', message }] }
  }
  if (encoded === null) {
    const message =
      'The method and inputs beside the calldata cannot be encoded, so they were not compared with it. The calldata is what is read.'
    return { data, notes: [{ kind: 'unread_method', message }] }
  }
  if (encoded === data) return { data, notes: [] }
  throw new SafeReadingsError(
    `Transaction ${index} has calldata ${shortOf(data)}, but its method and inputs are ${shortOf(encoded)}`,
  )
}

function shortOf(data: Hex): string {
  return data.length > 74 ? `${data.slice(0, 74)}…` : data
}

/** A form says two things, and wallets differ in which of them they take. */
export class SafeReadingsError extends BaseError {
  override readonly code = 'safe_two_readings'
  override readonly kind = 'damaged_data'

  constructor(why: string) {
    super({
      message: `${why}. What is shown and what is signed may differ. Do not sign it; ask who made it.`,
      facts: { why },
    })
  }
}

/** A transaction of a batch has a method that cannot be encoded, and no calldata. */
export class UnencodedMethodError extends BaseError {
  override readonly code = 'unencoded_method'
  override readonly kind = 'damaged_data'

  constructor(index: number) {
    super({
      message: `Transaction ${index} of the batch has a method and inputs that cannot be encoded, and no calldata. Export the batch with calldata.`,
      facts: { transaction: index },
    })
  }
}
