import { readJsonText } from '../json-text.ts'
import { openBatchDocument } from './batch-document.ts'
import { type DocumentRow, isRow, SignedDocumentError } from './document-field.ts'
import { openServiceTransaction } from './service-transaction.ts'
import type { SignedCall } from './signed-call.ts'
import { openTypedData } from './typed-data.ts'

/**
 * Opens a JSON document that people sign: a batch file of the transaction builder, a transaction as the
 * Safe service writes it (or a page with one), or EIP-712 typed data of a SafeTx.
 *
 * @returns the document as a call, with the calls inside; `problem` where those of an inner one cannot
 *   be read.
 * @throws {SignedDocumentError} when it is none of these, or names a key twice.
 * @throws {SafeReadingsError} when it says two things.
 * @throws errors as `parseSafeBatch` for a batch file.
 */
export function openSignedDocument(text: string): SignedCall {
  try {
    return openDocument(text)
  } catch (error) {
    // JSON can be read at depths at which it cannot be walked.
    if (!(error instanceof RangeError)) throw error
    throw new SignedDocumentError('', 'nests without end')
  }
}

function openDocument(text: string): SignedCall {
  const json = readJsonText(text)
  if (!json.ok) throw new SignedDocumentError('', json.why)
  const { value } = json
  if (!isRow(value)) throw new SignedDocumentError('', 'is not an object')
  if ('transactions' in value) return openBatchDocument(text)
  if ('primaryType' in value || 'types' in value) return openTypedData(value)
  return openServiceTransaction('results' in value ? onlyResultOf(value) : value)
}

function onlyResultOf({ results }: DocumentRow): DocumentRow {
  const list: readonly unknown[] = Array.isArray(results) ? results : []
  const [only] = list
  if (list.length === 1 && isRow(only)) return only
  const nonces = list.flatMap((row) => (isRow(row) ? [String(row.nonce)] : []))
  const reason = `has ${list.length} transactions${nonces.length > 0 ? ` (nonces ${nonces.join(', ')})` : ''} instead of one`
  throw new SignedDocumentError('results', reason)
}
