import {
  type Address,
  BaseError,
  type Hex,
  isSameAddress,
  parseHex,
  printHex,
} from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { hashMessage, recoverAddress } from 'viem'

/** A signature of one owner of a Safe, as the contract reads it. */
export type OwnerSignature =
  | {
      readonly kind: 'typed_data' | 'eth_sign'
      /** r, s and v: 65 bytes. */
      readonly bytes: Hex
    }
  | { readonly kind: 'approved_hash'; readonly owner: Address }
  | {
      /** A passkey (v = 2) is what the service stores; no published Safe checks it. */
      readonly kind: 'contract' | 'passkey'
      readonly owner: Address
      /** The bytes that the owner's own contract is asked with. */
      readonly payload: Hex
    }

/** A signature and the owner that it is of. */
export type SignedBy = {
  readonly owner: Address
  readonly signature: OwnerSignature
}

const headBytes = 65
const wordBytes = 32
/** The largest payload of a contract's signature that is read. */
const maxPayload = 4096
/** Behind the end of any text that can be read. */
const farAway = 2 ** 40
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Parses the signature of one owner as a Safe's service stores it: 65 bytes, and behind them what a
 * contract is asked with.
 *
 * Source: `checkNSignatures` of the Safe contracts 1.0.0 to 1.5.0.
 *
 * @throws {OwnerSignatureError} when the contract would not read it, or when bytes are left over.
 */
export function parseOwnerSignature(text: Hex): OwnerSignature {
  const bytes = bytesOf(text)
  if (bytes.length < headBytes) {
    throw new OwnerSignatureError(`has ${bytes.length} bytes, fewer than ${headBytes}`)
  }
  const signature = signatureAt(bytes, 0)
  const size = headBytes + (payloadOf(signature)?.size ?? 0)
  if (bytes.length === size) return signature
  throw new OwnerSignatureError(`has ${bytes.length} bytes; its own are ${size}`)
}

/** Prints the signature of one owner, so that `parseOwnerSignature` gives it back. */
export function printOwnerSignature(signature: OwnerSignature): Hex {
  return joined([headOf(signature, headBytes), payloadOf(signature)?.tail ?? '0x'])
}

/**
 * Packs signatures as `execTransaction` takes them: owners in rising order, what contracts are asked
 * with behind all of them.
 *
 * @returns 65 bytes an owner, and the payloads.
 * @throws {OwnerSignatureError} when an owner stands twice, or signed with a passkey.
 */
export function packSignatures(signed: readonly SignedBy[]): Hex {
  const rising = signed.toSorted((first, second) =>
    BigInt(first.owner) < BigInt(second.owner) ? -1 : 1,
  )
  const heads: Hex[] = []
  const tails: Hex[] = []
  let offset = rising.length * headBytes
  for (const [index, { owner, signature }] of rising.entries()) {
    const previous = rising[index - 1]
    if (previous !== undefined && isSameAddress(previous.owner, owner)) {
      throw new OwnerSignatureError(`stands twice for ${owner}`)
    }
    if (signature.kind === 'passkey') {
      throw new OwnerSignatureError(`of ${owner} is of a passkey, which no Safe checks`)
    }
    const payload = payloadOf(signature)
    heads.push(headOf(signature, offset))
    if (payload === null) continue
    tails.push(payload.tail)
    offset += payload.size
  }
  return joined([...heads, ...tails])
}

/**
 * Reads packed signatures as the contract does: of as many owners as its threshold, the rest unread.
 *
 * @param count - the threshold.
 * @returns the signatures in their order.
 * @throws {OwnerSignatureError} when one of them is not there, or is none that a Safe checks.
 */
export function unpackSignatures(text: Hex, count: number): readonly OwnerSignature[] {
  const bytes = bytesOf(text)
  if (bytes.length < count * headBytes) {
    throw new OwnerSignatureError(
      `of ${count} owners needs ${count * headBytes} bytes, not ${bytes.length}`,
    )
  }
  return Array.from({ length: count }, (_, index) => signatureAt(bytes, index * headBytes))
}

/**
 * Writes the parity of a signature as a Safe reads it: wallets may give 0 or 1 in place of 27 or 28, which a Safe reads
 * as other kinds of signatures.
 *
 * @param signature - 65 bytes.
 * @returns lower case.
 */
export function withRecoveryId(signature: Hex): Hex {
  const text = signature.toLowerCase() as Hex
  const v = Number.parseInt(text.slice(-2), 16)
  return v > 1 ? text : (`${text.slice(0, -2)}${(v + 27).toString(16)}` as Hex)
}

/**
 * Recovers the account that signed a hash. An approved hash and a contract's signature name their
 * owner, and only the chain says whether it agrees.
 *
 * @param hash - `safeTxHash`, 32 bytes.
 * @returns the account; null when none can be recovered.
 */
export async function recoverOwner(signature: OwnerSignature, hash: Hex): Promise<Address | null> {
  if (!('bytes' in signature)) return signature.owner
  const isMessage = signature.kind === 'eth_sign'
  const v = Number.parseInt(signature.bytes.slice(-2), 16)
  const recovered = v - (isMessage ? 4 : 0)
  try {
    return await recoverAddress({
      hash: isMessage ? hashMessage({ raw: hash }) : hash,
      signature: `${signature.bytes.slice(0, -2)}${recovered.toString(16)}` as Hex,
    })
  } catch {
    return null
  }
}

/** True if s is in the upper half of the order: Safes accept it, other programs may not. */
export function hasHighS(signature: OwnerSignature): boolean {
  return 'bytes' in signature && BigInt(`0x${signature.bytes.slice(66, 130)}`) > halfOrder
}

function signatureAt(bytes: Uint8Array, start: number): OwnerSignature {
  const v = bytes[start + 2 * wordBytes]!
  const head = printHex(bytes.subarray(start, start + headBytes))
  if (v === 1) return { kind: 'approved_hash', owner: ownerIn(bytes, start) }
  if (v === 0 || v === 2) {
    const owner = ownerIn(bytes, start)
    const payload = payloadAt(bytes, numberAt(bytes, start + wordBytes))
    return { kind: v === 0 ? 'contract' : 'passkey', owner, payload }
  }
  if (v === 27 || v === 28) return { kind: 'typed_data', bytes: head }
  if (v === 31 || v === 32) return { kind: 'eth_sign', bytes: head }
  throw new OwnerSignatureError(`has v = ${v}, from which no Safe recovers an owner`)
}

function ownerIn(bytes: Uint8Array, start: number): Address {
  const word = printHex(bytes.subarray(start, start + wordBytes))
  if (BigInt(word) >> 160n === 0n) return parseAddress(`0x${word.slice(26)}`)
  throw new OwnerSignatureError(`names the owner ${word}, which is not an address`)
}

function payloadAt(bytes: Uint8Array, offset: number): Hex {
  const size = numberAt(bytes, offset)
  const start = offset + wordBytes
  if (size <= maxPayload && start + size <= bytes.length) {
    return printHex(bytes.subarray(start, start + size))
  }
  throw new OwnerSignatureError(
    `has a payload of ${size} bytes at byte ${offset}, which is not there`,
  )
}

/** A word that is an offset or a length; more than a file can hold becomes an offset behind its end. */
function numberAt(bytes: Uint8Array, start: number): number {
  if (start + wordBytes > bytes.length) {
    throw new OwnerSignatureError(`ends before byte ${start + wordBytes}`)
  }
  const value = BigInt(printHex(bytes.subarray(start, start + wordBytes)))
  return value > BigInt(farAway) ? farAway : Number(value)
}

function headOf(signature: OwnerSignature, offset: number): Hex {
  if ('bytes' in signature) return signature.bytes
  const second = 'payload' in signature ? BigInt(offset) : 0n
  const v = { approved_hash: 1, contract: 0, passkey: 2 }[signature.kind]
  return joined([wordOf(BigInt(signature.owner)), wordOf(second), printHex(Uint8Array.of(v))])
}

function payloadOf(
  signature: OwnerSignature,
): { readonly tail: Hex; readonly size: number } | null {
  if (!('payload' in signature)) return null
  const size = signature.payload.length / 2 - 1
  return { tail: joined([wordOf(BigInt(size)), signature.payload]), size: wordBytes + size }
}

function wordOf(value: bigint): Hex {
  return `0x${value.toString(16).padStart(2 * wordBytes, '0')}`
}

function joined(parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join('')}`
}

function bytesOf(text: Hex): Uint8Array {
  try {
    return parseHex(text)
  } catch (cause) {
    throw new OwnerSignatureError('is not hex of whole bytes', cause)
  }
}

/** A signature of an owner is none that a Safe reads. */
export class OwnerSignatureError extends BaseError {
  override readonly code = 'owner_signature'
  override readonly kind = 'damaged_data'

  constructor(why: string, cause?: unknown) {
    super({
      message: `The signature ${why}. Ask the owner to sign again.`,
      facts: { why },
      cause,
    })
  }
}
