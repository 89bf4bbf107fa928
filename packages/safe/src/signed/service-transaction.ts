import { type Hex, zeroAddress } from '@vaultwright/base'
import { SafeReadingsError } from './batch-document.ts'
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
import { openInnerCall, refundNotes } from './open-signed.ts'
import type { SafeTransactionFacts, SignedCall, SignedNote } from './signed-call.ts'

/** A field, and every key under which a service or a library writes it; case and strokes do not matter. */
const keys = {
  to: ['to'],
  value: ['value'],
  data: ['data'],
  operation: ['operation'],
  safeTxGas: ['safetxgas'],
  baseGas: ['basegas', 'datagas'],
  gasPrice: ['gasprice'],
  gasToken: ['gastoken'],
  refundReceiver: ['refundreceiver'],
  nonce: ['nonce'],
  safe: ['safe', 'safeaddress'],
  chainId: ['chainid'],
  hash: ['safetxhash', 'contracttransactionhash'],
  signatures: ['signatures'],
} as const

type Field = keyof typeof keys

/** Fields of the service beside the transaction: history, people, gas that was paid. */
const ignored = new Set(
  [
    'executiondate submissiondate modified modifieddate blocknumber transactionhash proposer executor',
    'proposedbydelegate isexecuted issuccessful ethgasprice maxfeepergas maxpriorityfeepergas gasused',
    'fee origin confirmationsrequired confirmations trusted txtype transfers sender signature',
    'encodedtransaction threshold',
  ].flatMap((names) => names.split(' ')),
)

/**
 * Opens a transaction as the Safe service writes it, as `proposeTransaction` sends it, or as the SDK
 * keeps it (`{data, signatures}`).
 *
 * @throws {SignedDocumentError} when a field is missing or not of its type.
 * @throws {SafeReadingsError} when two keys say the same field differently.
 */
export function openServiceTransaction(row: DocumentRow): SignedCall {
  if (isRow(row.data)) return openServiceTransaction(row.data)
  const { values, others: unknownKeys } = fieldsOf(row)
  const assumed: string[] = []
  const amountOr0 = (field: 'safeTxGas' | 'baseGas' | 'gasPrice') => {
    if (values[field] !== undefined) return amountAt(values[field], field)
    assumed.push(field)
    return 0n
  }
  const addressOr0 = (field: 'gasToken' | 'refundReceiver') => {
    const value = values[field] ?? null
    return value === null ? zeroAddress : addressAt(value, field)
  }
  const facts: SafeTransactionFacts = {
    safe: (values.safe ?? null) === null ? null : addressAt(values.safe, 'safe'),
    chainId: (values.chainId ?? null) === null ? null : chainIdAt(values.chainId, 'chainId'),
    isChainBound: null,
    nonce: (values.nonce ?? null) === null ? null : amountAt(values.nonce, 'nonce'),
    safeTxGas: amountOr0('safeTxGas'),
    baseGas: amountOr0('baseGas'),
    gasPrice: amountOr0('gasPrice'),
    gasToken: addressOr0('gasToken'),
    refundReceiver: addressOr0('refundReceiver'),
    signatures:
      typeof values.signatures === 'string' ? bytesAt(values.signatures, 'signatures') : null,
    statedHash: hashAt(values.hash),
  }
  const call = openInnerCall({
    to: addressAt(values.to, 'to'),
    value: amountAt(values.value, 'value'),
    data: bytesAt(values.data ?? null, 'data'),
    operation: operationAt(values.operation, 'operation'),
  })
  return transactionOf(facts, call, [...zeroNotes(assumed), ...otherNotes(unknownKeys)])
}

/** Makes the layer of a Safe transaction that a document says. */
export function transactionOf(
  facts: SafeTransactionFacts,
  call: SignedCall,
  notes: readonly SignedNote[],
): SignedCall {
  return {
    kind: 'safe_transaction',
    facts,
    to: facts.safe,
    value: 0n,
    operation: 'call',
    data: '0x',
    children: [call],
    notes: [...refundNotes(facts), ...notes],
    problem: null,
  }
}

type ServiceFields = {
  readonly values: { readonly [name in Field]?: unknown }
  readonly others: readonly string[]
}

function fieldsOf(row: DocumentRow): ServiceFields {
  const values: { [name in Field]?: unknown } = {}
  const unknownKeys: string[] = []
  for (const [key, value] of Object.entries(row)) {
    const plain = key.replaceAll('_', '').toLowerCase()
    const field = (Object.keys(keys) as Field[]).find((name) =>
      (keys[name] as readonly string[]).includes(plain),
    )
    if (field === undefined) {
      if (!ignored.has(plain) && value !== null) unknownKeys.push(key)
      continue
    }
    if (values[field] !== undefined && JSON.stringify(values[field]) !== JSON.stringify(value)) {
      throw new SafeReadingsError(`The transaction says its ${field} twice, differently`)
    }
    values[field] = value
  }
  return { values, others: unknownKeys }
}

function hashAt(value: unknown): Hex | null {
  if ((value ?? null) === null) return null
  const hash = bytesAt(value, 'safeTxHash')
  if (hash.length === 66) return hash
  throw new SignedDocumentError('safeTxHash', 'does not have 32 bytes')
}

function zeroNotes(assumed: readonly string[]): readonly SignedNote[] {
  if (assumed.length === 0) return []
  const message = `The document does not say ${assumed.join(', ')}: read as 0.`
  return [{ kind: 'assumed_zero', message }]
}

function otherNotes(others: readonly string[]): readonly SignedNote[] {
  if (others.length === 0) return []
  const message = `Fields of the Safe service that take no part in what is signed were not read: ${others.join(', ')}.`
  return [{ kind: 'unread_field', message }]
}
