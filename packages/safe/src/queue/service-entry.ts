import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { operationByteOf } from '../operation.ts'
import { openSignedDocument } from '../signed/document.ts'
import { addressAt, isRow, SignedDocumentError } from '../signed/document-field.ts'
import type { SignedCall } from '../signed/signed-call.ts'
import { safeHashInputOf } from '../signed/signed-hash.ts'
import type { SafeTransaction } from '../transaction.ts'

/** A transaction that waits at a Safe's service, as the service states it. Nothing of it is verified. */
export type ServiceEntry = {
  readonly safe: Address
  readonly transaction: SafeTransaction
  /** The transaction with every call inside, for a verdict. */
  readonly call: SignedCall
  /** `safeTxHash`; null where the service states none. */
  readonly statedHash: Hex | null
  readonly confirmations: readonly StatedConfirmation[]
  /** The service's word that an owner or a delegate signed the proposal. */
  readonly isTrusted: boolean
  readonly proposedByDelegate: Address | null
}

/** A transaction as the services take it: amounts are decimal texts. */
export type ServiceRow = { readonly [field: string]: string | number }

/** A signature, and the owner that the service states for it. */
export type StatedConfirmation = {
  readonly owner: Address
  /** Null where the service gives no bytes, or more than any signature has. */
  readonly signature: Hex | null
}

/** More owners than any Safe in use has: what is longer is not read. */
const maxConfirmations = 128
/** In digits: 65 bytes, and 4,160 that an owner's contract is asked with. */
const longestSignature = 2 + 2 * (65 + 4160)

/**
 * Parses one row of a queue: of the Safe transaction service 1 and 2, and of what speaks like it.
 *
 * @param row - one object of the service's list, from a text that names each key once.
 * @throws {SignedDocumentError} when a field is missing or not of its type, or when there are more
 *   than 128 confirmations.
 * @throws {SafeReadingsError} when the row says a field twice, differently.
 */
export function parseServiceEntry(row: unknown): ServiceEntry {
  if (!isRow(row)) throw new SignedDocumentError('', 'is not an object')
  if ('transactions' in row || 'primaryType' in row || 'results' in row || isRow(row.data)) {
    throw new SignedDocumentError('', 'is not one transaction of the Safe service')
  }
  const call = openSignedDocument(JSON.stringify(row))
  const { transaction, safe, statedHash } = safeHashInputOf(call, {
    safe: null,
    nonce: null,
    multiSend: zeroAddress,
  })
  const delegate = row.proposedByDelegate ?? null
  return {
    safe,
    transaction,
    call,
    statedHash,
    confirmations: confirmationsIn(row.confirmations ?? []),
    isTrusted: row.trusted === true,
    proposedByDelegate: delegate === null ? null : addressAt(delegate, 'proposedByDelegate'),
  }
}

/**
 * Prints a transaction in the words of the Safe services, so that `parseServiceEntry` gives it back.
 *
 * @param hash - `safeTxHash`.
 */
export function printServiceEntry(
  transaction: SafeTransaction,
  { safe, hash }: { readonly safe: Address; readonly hash: Hex },
): ServiceRow {
  const { to, value, data, operation, gasToken, refundReceiver, nonce } = transaction
  return {
    safe,
    to,
    value: String(value),
    data,
    operation: operationByteOf(operation),
    safeTxGas: String(transaction.safeTxGas),
    baseGas: String(transaction.baseGas),
    gasPrice: String(transaction.gasPrice),
    gasToken,
    refundReceiver,
    nonce: String(nonce),
    contractTransactionHash: hash,
  }
}

function confirmationsIn(list: unknown): readonly StatedConfirmation[] {
  if (!Array.isArray(list)) throw new SignedDocumentError('confirmations', 'is not a list')
  if (list.length > maxConfirmations) {
    const reason = `has ${list.length} entries, more than ${maxConfirmations}`
    throw new SignedDocumentError('confirmations', reason)
  }
  return list.map((entry: unknown, index) => {
    const path = `confirmations[${index}]`
    if (!isRow(entry)) throw new SignedDocumentError(path, 'is not an object')
    const owner = addressAt(entry.owner, `${path}.owner`)
    return { owner, signature: signatureOf(entry.signature) }
  })
}

/** One signature that is not bytes must not hide the others. */
function signatureOf(value: unknown): Hex | null {
  if (typeof value !== 'string' || value.length > longestSignature) return null
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(value) ? (value as Hex) : null
}
