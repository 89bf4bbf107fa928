import { hash, randomBytes } from 'node:crypto'
import { type Verdict, verdictOf } from '@vaultwright/base'

/** The prefix of every key. */
export const keyPrefix = 'vw_live_'

/** 58^44 is more than 2^256: 32 bytes always fit. */
const secretWidth = 44
const checksumWidth = 6
const keyLength = keyPrefix.length + secretWidth + checksumWidth

/** Why a text is not a key. */
type KeyFault = 'prefix' | 'length' | 'alphabet' | 'checksum'

/** The digits of base58: no zero, no O, no I, no l. Source: Bitcoin's addresses. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

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

/** As `hashOf`, each byte as one character: what is found under it is found without making bytes. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'binary')
}

/** The bytes of a digest. */
export function digestBytesOf(digest: string): Uint8Array {
  return Buffer.from(digest, 'latin1')
}

/** Prints bytes as one number in base58, with as many digits as are wanted. */
export function printBase58(bytes: Uint8Array, width: number): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let text = ''
  for (let index = 0; index < width; index++) {
    text = alphabet[Number(value % 58n)]! + text
    value /= 58n
  }
  return text
}

/** Makes an id that cannot be guessed and never comes twice. */
export function makeId(kind: IdKind): string {
  return `${kind}_${printBase58(randomBytes(16), 22)}`
}

/** The prefixes of ids. */
type IdKind = 'tenant' | 'user' | 'key' | 'passkey' | 'session' | 'invite' | 'vault' | 'backup'

/** Makes a secret of 32 random bytes in base58: of a session, an invitation or a challenge. */
export function makeSecret(): string {
  return printBase58(randomBytes(32), secretWidth)
}

/** Tells whether a text can be such a secret, without asking a database. */
export function isSecret(text: string): boolean {
  return text.length === secretWidth && isBase58(text)
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

/** Tells whether a text is made of base58 digits. */
function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text)
}
