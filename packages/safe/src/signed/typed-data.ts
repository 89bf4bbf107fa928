import {
  addressAt,
  amountAt,
  bytesAt,
  chainIdAt,
  type DocumentRow,
  isRow,
  operationAt,
  SignedDocumentError,
} from './document-field.ts'
import { openInnerCall } from './open-signed.ts'
import { transactionOf } from './service-transaction.ts'
import type { SignedCall } from './signed-call.ts'

/** Source: `SAFE_TX_TYPEHASH` of the Safe contracts from 1.0.0 on. */
const fields = [
  'address to',
  'uint256 value',
  'bytes data',
  'uint8 operation',
  'uint256 safeTxGas',
  'uint256 baseGas',
  'uint256 gasPrice',
  'address gasToken',
  'address refundReceiver',
  'uint256 nonce',
]
const domainFields = ['uint256 chainId', 'address verifyingContract']

/**
 * Opens EIP-712 typed data of a SafeTx, as wallets are asked to sign it.
 *
 * @throws {SignedDocumentError} when its types are not those of a SafeTx, or when a field is missing,
 *   not of its type, or not of its struct.
 */
export function openTypedData(row: DocumentRow): SignedCall {
  assertKeys(row, ['types', 'domain', 'primaryType', 'message'], 'The typed data')
  const { types, domain, primaryType, message } = row
  if (primaryType !== 'SafeTx') {
    throw new SignedDocumentError('primaryType', `is ${JSON.stringify(primaryType)}, not SafeTx`)
  }
  if (!isRow(types) || !isRow(domain) || !isRow(message)) {
    throw new SignedDocumentError('The typed data', 'lacks types, domain or message')
  }
  assertTypes(types, domain)
  assertKeys(message, fields.map(nameOf), 'message')
  assertKeys(domain, domainFields.map(nameOf), 'domain')
  const amount = (name: string) => amountAt(message[name], `message.${name}`)
  const call = openInnerCall({
    to: addressAt(message.to, 'message.to'),
    value: amount('value'),
    data: bytesAt(message.data ?? undefined, 'message.data'),
    operation: operationAt(message.operation, 'message.operation'),
  })
  const isChainBound = domain.chainId !== undefined
  const facts = {
    safe: addressAt(domain.verifyingContract, 'domain.verifyingContract'),
    chainId: isChainBound ? chainIdAt(domain.chainId, 'domain.chainId') : null,
    isChainBound,
    nonce: amount('nonce'),
    safeTxGas: amount('safeTxGas'),
    baseGas: amount('baseGas'),
    gasPrice: amount('gasPrice'),
    gasToken: addressAt(message.gasToken, 'message.gasToken'),
    refundReceiver: addressAt(message.refundReceiver, 'message.refundReceiver'),
    signatures: null,
    statedHash: null,
  }
  return transactionOf(facts, call, [])
}

/** Other types hash to something that no Safe checks. */
function assertTypes(types: DocumentRow, domain: DocumentRow): void {
  assertKeys(types, ['EIP712Domain', 'SafeTx'], 'types')
  if (rowsOf(types.SafeTx).join() !== fields.join()) {
    const reason = rowsOf(types.SafeTx).includes('uint256 dataGas')
      ? 'has dataGas, the name of baseGas before 1.0.0: hashes are known from 1.0.0 on'
      : `is not the struct that Safes sign: ${fields.join(', ')}`
    throw new SignedDocumentError('types.SafeTx', reason)
  }
  if (types.EIP712Domain === undefined) return
  const expected = domainFields.filter((field) => domain[nameOf(field)] !== undefined)
  if (rowsOf(types.EIP712Domain).join() === expected.join()) return
  throw new SignedDocumentError(
    'types.EIP712Domain',
    `is not that of the domain: ${expected.join(', ')}`,
  )
}

function rowsOf(type: unknown): readonly string[] {
  if (!Array.isArray(type)) return []
  return type.map((row: unknown) => (isRow(row) ? `${row.type} ${row.name}` : ''))
}

function nameOf(field: string): string {
  return field.slice(field.indexOf(' ') + 1)
}

/** A field beside those that are hashed is shown by some wallets and signed by none. */
function assertKeys(row: DocumentRow, names: readonly string[], place: string): void {
  const unknownKey = Object.keys(row).find((key) => !names.includes(key))
  if (unknownKey === undefined) return
  throw new SignedDocumentError(
    place,
    `has the field ${JSON.stringify(unknownKey)}, which nothing hashes`,
  )
}
