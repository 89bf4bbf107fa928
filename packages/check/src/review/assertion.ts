import { sha256 } from '@noble/hashes/sha2.js'
import { parseHex } from '@vaultwright/base'
import type { ReviewEntryData } from '@vaultwright/wire'
import { joinBytes, verifyPasskeySignature } from './cose-key.ts'

/** User present and user verified. */
const neededFlags = 0x05

/**
 * Finds why an answer of a passkey does not sign a challenge, without any network. Source: WebAuthn level 3, 7.2.
 *
 * @param challenge - 32 bytes.
 * @returns a sentence; null where the passkey of the public key signed it, with the user verified.
 */
export function assertionProblemOf(
  { public_key: publicKey, assertion }: Pick<ReviewEntryData, 'public_key' | 'assertion'>,
  challenge: Uint8Array,
): string | null {
  const data = parseBase64Url(assertion.authenticator_data)
  const clientData = parseBase64Url(assertion.client_data_json)
  const signature = parseBase64Url(assertion.signature)
  if (data === null || clientData === null || signature === null || data.length < 37) {
    return 'the answer of the passkey is damaged'
  }
  const client = clientDataIn(clientData)
  if (client === null || client.type !== 'webauthn.get' || client.crossOrigin === true) {
    return 'the answer of the passkey is not of a sign-in'
  }
  const signed = typeof client.challenge === 'string' ? parseBase64Url(client.challenge) : null
  if (signed === null || !isSameBytes(signed, challenge)) {
    return 'the passkey signed other content'
  }
  if (!isOfHost(client.origin, data.slice(0, 32))) {
    return 'the passkey is of another site than the page that asked it'
  }
  if ((data[32]! & neededFlags) !== neededFlags) return 'the passkey did not verify its user'
  const message = joinBytes([data, sha256(clientData)])
  return verifyPasskeySignature(parseHex(publicKey), message, signature)
    ? null
    : 'the signature is not one of the stated public key'
}

/** Reads base64url without padding; null for every other text, and for one that says the same bytes in two ways. */
export function parseBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const letter of text) {
    bits = (bits << 6) | alphabet.indexOf(letter)
    count += 6
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
    bits &= (1 << count) - 1
  }
  return bits === 0 ? new Uint8Array(bytes) : null
}

/** Writes bytes as base64url without padding. */
export function printBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

type ClientData = { readonly [key in 'type' | 'challenge' | 'origin' | 'crossOrigin']?: unknown }

function clientDataIn(bytes: Uint8Array): ClientData | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as ClientData) : null
  } catch {
    return null
  }
}

/** A passkey belongs to the host of the page, or to a domain above it. */
function isOfHost(origin: unknown, hostHash: Uint8Array): boolean {
  const host = typeof origin === 'string' ? /^https?:\/\/([a-z0-9.-]+)/.exec(origin)?.[1] : null
  if (host == null) return false
  const labels = host.split('.')
  return labels.some((_, index) =>
    isSameBytes(sha256(new TextEncoder().encode(labels.slice(index).join('.'))), hostHash),
  )
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
