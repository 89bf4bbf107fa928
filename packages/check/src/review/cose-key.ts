import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'

/**
 * Verifies a signature of a passkey, of the kinds that the console registers: ES256, EdDSA with Ed25519, and RS256.
 *
 * Source: RFC 9053 (keys in COSE), WebAuthn level 3, 6.5.5 (forms of signatures).
 *
 * @param key - COSE, as the registration gave it.
 * @returns false for every key that is of another kind or damaged, and never throws.
 */
export function verifyPasskeySignature(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    const fields = readCoseKey(key)
    const algorithm = fields.get(3)
    if (algorithm === -7) {
      const point = joinBytes([new Uint8Array([4]), bytesAt(fields, -2), bytesAt(fields, -3)])
      // Authenticators do not choose the lower of the two values of s.
      return p256.verify(signature, message, point, { format: 'der', lowS: false })
    }
    if (algorithm === -8) return ed25519.verify(signature, message, bytesAt(fields, -2))
    if (algorithm === -257) {
      return verifyRsa(signature, message, [bytesAt(fields, -1), bytesAt(fields, -2)])
    }
    return false
  } catch {
    return false
  }
}

/** Joins bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    joined.set(part, end)
    end += part.length
  }
  return joined
}

type CoseField = number | Uint8Array

/** Reads the one map of small numbers and byte strings that a COSE key is. */
function readCoseKey(bytes: Uint8Array): ReadonlyMap<number, CoseField> {
  let end = 0
  const readHead = (): readonly [major: number, value: number] => {
    const head = byteAt(bytes, end++)
    const small = head & 0x1f
    if (small < 24) return [head >> 5, small]
    if (small > 25) throw new RangeError('a length of a key is too large')
    let value = 0
    for (let count = small - 23; count > 0; count--) value = value * 256 + byteAt(bytes, end++)
    return [head >> 5, value]
  }
  const readField = (): CoseField => {
    const [major, value] = readHead()
    if (major === 0) return value
    if (major === 1) return -1 - value
    if (major !== 2 || end + value > bytes.length) throw new RangeError('not a field of a key')
    end += value
    return bytes.slice(end - value, end)
  }
  const [major, count] = readHead()
  if (major !== 5) throw new RangeError('not a key')
  const fields = new Map<number, CoseField>()
  for (let index = 0; index < count; index++) fields.set(Number(readField()), readField())
  return fields
}

function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw new RangeError('the key ends too early')
  return byte
}

function bytesAt(fields: ReadonlyMap<number, CoseField>, name: number): Uint8Array {
  const field = fields.get(name)
  if (!(field instanceof Uint8Array)) throw new RangeError('a field of the key is missing')
  return field
}

/** The beginning of the encoded SHA-256 in a signature. Source: RFC 8017, 9.2. */
const digestInfo = '3031300d060960864801650304020105000420'

/** Compares the whole encoded message, as RFC 8017, 8.2.2 has it: nothing of it is parsed. */
function verifyRsa(
  signature: Uint8Array,
  message: Uint8Array,
  [modulus, exponent]: readonly [Uint8Array, Uint8Array],
): boolean {
  const isSized = modulus.length >= 256 && modulus.length <= 512 && exponent.length <= 4
  if (!isSized || signature.length !== modulus.length) return false
  const info = digestInfo + hexOf(sha256(message))
  const padding = 'ff'.repeat(modulus.length - 3 - info.length / 2)
  const [value, divisor] = [numberOf(signature), numberOf(modulus)]
  if (value >= divisor) return false
  return powerOf(value, numberOf(exponent), divisor) === BigInt(`0x0001${padding}00${info}`)
}

function powerOf(value: bigint, exponent: bigint, divisor: bigint): bigint {
  let power = 1n
  for (const bit of exponent.toString(2)) {
    power = (power * power) % divisor
    if (bit === '1') power = (power * value) % divisor
  }
  return power
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${hexOf(bytes)}`)
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
