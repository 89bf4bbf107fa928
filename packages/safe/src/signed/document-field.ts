import { type Address, BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { isWord } from '../call.ts'
import { operationOfByte, type SafeOperation } from '../operation.ts'

/** An object of a JSON text. */
export type DocumentRow = { readonly [key: string]: unknown }

/** Tells whether a value is an object of a JSON text. */
export function isRow(value: unknown): value is DocumentRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads an address.
 *
 * @throws {SignedDocumentError} when it is none, or when its letter case is not its checksum.
 */
export function addressAt(value: unknown, place: string): Address {
  if (value === undefined) throw new SignedDocumentError(place, 'is missing')
  try {
    if (typeof value === 'string') return parseAddress(value)
  } catch {
    // Said below, with the value.
  }
  const reason = `is ${quoted(value)}, not an address, or its letter case is not its checksum`
  throw new SignedDocumentError(place, reason)
}

/**
 * Reads a whole number: decimal or hex as a text, or a number that JSON holds exactly.
 *
 * @throws {SignedDocumentError} when it is none, or outside 256 bits.
 */
export function amountAt(value: unknown, place: string): bigint {
  const isText = typeof value === 'string' && /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
  const amount = isText || isNumber ? BigInt(value as string | number) : -1n
  if (isWord(amount)) return amount
  throw new SignedDocumentError(
    place,
    `is ${quoted(value)}, not a whole number from 0 to 2^256 - 1 as a text`,
  )
}

/**
 * Reads a chain id.
 *
 * @throws {SignedDocumentError} when it is not a whole number that a float holds exactly.
 */
export function chainIdAt(value: unknown, place: string): number {
  const chainId = Number(amountAt(value, place))
  if (Number.isSafeInteger(chainId)) return chainId
  throw new SignedDocumentError(place, `is ${quoted(value)}, more than any chain id`)
}

/**
 * Reads bytes; null stands for none.
 *
 * @throws {SignedDocumentError} when it is not hex of whole bytes.
 */
export function bytesAt(value: unknown, place: string): Hex {
  if (value === null) return '0x'
  try {
    if (typeof value === 'string') return printHex(parseHex(value as Hex))
  } catch {
    // Said below, with the place.
  }
  throw new SignedDocumentError(place, `is ${quoted(value)}, not hex of whole bytes`)
}

/**
 * Reads how a Safe acts: 0 for a call, 1 for a delegate call.
 *
 * @throws {SignedDocumentError} when it is neither.
 */
export function operationAt(value: unknown, place: string): SafeOperation {
  const amount = value === undefined ? null : amountAt(value, place)
  const operation = amount === null || amount > 255n ? null : operationOfByte(Number(amount))
  if (operation !== null) return operation
  throw new SignedDocumentError(
    place,
    `is ${quoted(value)}, neither 0 (call) nor 1 (delegate call)`,
  )
}

function quoted(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length > 90 ? `${text.slice(0, 87)}…` : text
}

/** A JSON document is not one of those that people sign. */
export class SignedDocumentError extends BaseError {
  override readonly code = 'signed_document'
  override readonly kind = 'damaged_data'

  constructor(place: string, why: string) {
    super({
      message: `${place === '' ? 'The document' : place} ${why}. Give a Safe batch file, a transaction as the Safe service writes it, or the typed data of a SafeTx; of a message its text or its own typed data, with safe message.`,
      facts: { place, why },
    })
  }
}
