import { hash, randomBytes } from 'node:crypto'
import { type Verdict, verdictOf } from '@vaultwright/base'
import { isBase58, printBase58 } from './base58.ts'

/** What every key begins with. */
export const keyPrefix = 'vw_live_'

/** 58^44 is more than 2^256: 32 bytes always fit. */
const secretWidth = 44
const checksumWidth = 6
const keyLength = keyPrefix.length + secretWidth + checksumWidth

/** Why a text is not a key. */
export type KeyFault = 'prefix' | 'length' | 'alphabet' | 'checksum'

/** Makes a key: `vw_live_`, 32 random bytes in 44 digits of base58, and a checksum in 6. */
export function makeKey(): string {
  const body = keyPrefix + printBase58(randomBytes(32), secretWidth)
  return body + checksumOf(body)
}

/**
 * Tells whether a text can be a key, without asking a database: mistyped and cut ones cannot.
 *
 * @returns yes, or the first reason why not.
 */
export function parseKey(text: string): Verdict<KeyFault> {
  return verdictOf(faultOf(text))
}

/**
 * Hashes a key for keeping and finding it.
 *
 * One SHA-256 suffices: a key has 256 bits of randomness, so they cannot be tried; slow hashes are for passwords.
 */
export function hashOf(text: string): Uint8Array {
  return hash('sha256', text, 'buffer')
}

function faultOf(text: string): readonly KeyFault[] {
  if (!text.startsWith(keyPrefix)) return ['prefix']
  if (text.length !== keyLength) return ['length']
  if (!isBase58(text.slice(keyPrefix.length))) return ['alphabet']
  const body = text.slice(0, -checksumWidth)
  return text === body + checksumOf(body) ? [] : ['checksum']
}

/** The last digits in base58 of the first 8 bytes of SHA-256 over what stands before. */
function checksumOf(body: string): string {
  return printBase58(hashOf(body).subarray(0, 8), checksumWidth)
}
