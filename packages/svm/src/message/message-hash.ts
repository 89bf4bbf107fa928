import { sha256 } from '@noble/hashes/sha2.js'
import type { Transaction } from './decode-transaction.ts'

/**
 * Computes the hash of what is signed, which signers compare: signatures are not in it.
 *
 * A wallet that cannot read a transaction shows this hash, in base58.
 *
 * @returns SHA-256 of the message, 32 bytes.
 */
export function messageHashOf({ messageBytes }: Pick<Transaction, 'messageBytes'>): Uint8Array {
  return sha256(messageBytes)
}
