import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { StoreDamagedError } from './engine.ts'

/** Compresses a text for keeping. */
export function packText(text: string): Uint8Array {
  return deflateRawSync(text)
}

/**
 * Reads what `packText` made.
 *
 * @throws {StoreDamagedError} when they are no such bytes.
 */
export function unpackText(bytes: Uint8Array): string {
  try {
    return inflateRawSync(bytes).toString()
  } catch (cause) {
    throw new StoreDamagedError('a compressed text cannot be read', cause)
  }
}

/** @returns what tells a text from others: the first 16 hex digits of SHA-256. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16)
}
