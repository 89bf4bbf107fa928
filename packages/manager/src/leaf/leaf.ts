import { type Address, BaseError, type Digest, type Hex, isSameAddress } from '@vaultwright/base'
import { keccak256, keccakBatch, parseAddress } from '@vaultwright/merkle'
import { writeHex } from '../abi/byte-writer.ts'
import { selectorOf } from '../abi/selector.ts'

/** One permission: which decoder, which target, with or without value, which function, which addresses. */
export type Leaf = {
  readonly decoder: Address
  /** The account called; the drone for drone leaves. */
  readonly target: Address
  /** True permits only calls with value, false only calls without. */
  readonly canSendValue: boolean
  /** Canonical, as in `approve(address,uint256)`; empty for padding. */
  readonly signature: string
  /** 4 bytes. */
  readonly selector: Hex
  /** The decoder's answer in pieces of 20 bytes, in packed order; a drone's real target comes last. */
  readonly arguments: readonly Address[]
  /** Free text for people; never part of the digest. */
  readonly description: string
}

/** The parts of a leaf; the rest follows from them. */
export type LeafParts = {
  readonly decoder: string
  readonly target: string
  /** False when not said. */
  readonly canSendValue?: boolean
  readonly signature: string
  /** Empty when not said. */
  readonly arguments?: readonly string[]
  /** Empty when not said. */
  readonly description?: string
}

const headSize = 45

/**
 * Builds a leaf from its parts: selector from the signature, addresses in their EIP-55 spelling.
 *
 * @param parts - addresses in any valid spelling.
 * @throws {InvalidAddressError} if an address is not valid.
 */
export function buildLeaf(parts: LeafParts): Leaf {
  return {
    decoder: parseAddress(parts.decoder),
    target: parseAddress(parts.target),
    canSendValue: parts.canSendValue ?? false,
    signature: parts.signature,
    selector: selectorOf(parts.signature),
    arguments: (parts.arguments ?? []).map(parseAddress),
    description: parts.description ?? '',
  }
}

/**
 * Lays out the bytes that the Manager hashes for a leaf.
 *
 * Decoder, target, value flag, selector, packed arguments; no prefix, no length.
 * Source: ManagerWithMerkleVerification, leaf preimage.
 *
 * @returns 45 bytes and 20 more for each argument.
 * @throws {InvalidLeafError} when a field is not hex of its size.
 */
export function leafBytesOf(leaf: Leaf): Uint8Array {
  const bytes = new Uint8Array(sizeOf(leaf))
  write({ bytes, places: null }, 0, leaf)
  return bytes
}

/**
 * Hashes a leaf the way the Manager does.
 *
 * @returns keccak-256 of its bytes, once.
 * @throws {InvalidLeafError} when a field is not hex of its size.
 */
export function digestOf(leaf: Leaf): Digest {
  return keccak256(leafBytesOf(leaf))
}

/**
 * Hashes many leaves at once: one flat memory in, one out.
 *
 * @param leaves - n leaves, in slot order.
 * @returns n digests of 32 bytes, in the same order.
 * @throws {InvalidLeafError} when a field is not hex of its size.
 */
export function digestsOf(leaves: readonly Leaf[]): Uint8Array {
  const { data, offsets } = leafMessagesOf(leaves)
  return keccakBatch(data, offsets)
}

/**
 * Lays out the bytes of many leaves one after the other, ready for a batch hash.
 *
 * @param leaves - n leaves, in slot order.
 * @returns the bytes, and n + 1 offsets into them.
 * @throws {InvalidLeafError} when a field is not hex of its size.
 */
export function leafMessagesOf(leaves: readonly Leaf[]): {
  readonly data: Uint8Array
  readonly offsets: Uint32Array
} {
  const offsets = new Uint32Array(leaves.length + 1)
  for (let slot = 0; slot < leaves.length; slot++) {
    offsets[slot + 1] = offsets[slot]! + sizeOf(leaves[slot]!)
  }
  const data = new Uint8Array(offsets[leaves.length]!)
  const page: MessageBuffer = { bytes: data, places: new Map() }
  for (let slot = 0; slot < leaves.length; slot++) write(page, offsets[slot]!, leaves[slot]!)
  return { data, offsets }
}

/**
 * Prints the packed arguments of a leaf: what its decoder answers, and a drone's real target.
 *
 * @returns 20 bytes an argument, lower case; `0x` for none.
 */
export function packedOf(leaf: Leaf): Hex {
  let text = ''
  for (const argument of leaf.arguments) text += argument.slice(2)
  return `0x${text.toLowerCase()}`
}

/**
 * Tells whether two leaves permit the same calls: the same bytes, whatever their descriptions say.
 *
 * @returns true for equal digests.
 */
export function isSameLeaf(one: Leaf, other: Leaf): boolean {
  return (
    one.canSendValue === other.canSendValue &&
    one.arguments.length === other.arguments.length &&
    one.selector.toLowerCase() === other.selector.toLowerCase() &&
    isSameAddress(one.target, other.target) &&
    isSameAddress(one.decoder, other.decoder) &&
    one.arguments.every((argument, index) => isSameAddress(argument, other.arguments[index]!))
  )
}

function sizeOf(leaf: Leaf): number {
  return headSize + 20 * leaf.arguments.length
}

/** The bytes of leaves, and where the first accounts among them stand: most are named many times. */
type MessageBuffer = { readonly bytes: Uint8Array; readonly places: Map<string, number> | null }

/** Accounts that are remembered. A tree of so many different ones gains nothing by looking. */
const accountCacheLimit = 1024

function write(page: MessageBuffer, at: number, leaf: Leaf): void {
  const { bytes } = page
  writeAccount(page, at, leaf.decoder)
  writeAccount(page, at + 20, leaf.target)
  bytes[at + 40] = leaf.canSendValue ? 1 : 0
  writeSelector(bytes, at + 41, leaf.selector)
  let cursor = at + headSize
  for (const argument of leaf.arguments) {
    writeAccount(page, cursor, argument)
    cursor += 20
  }
}

function writeAccount({ bytes, places }: MessageBuffer, at: number, text: string): void {
  const isRemembering = places !== null && places.size < accountCacheLimit
  const place = isRemembering ? places.get(text) : undefined
  if (place !== undefined) {
    bytes.copyWithin(at, place, place + 20)
    return
  }
  writeField(bytes, at, text)
  if (isRemembering) places.set(text, at)
}

function writeField(bytes: Uint8Array, at: number, text: string): void {
  if (text.length !== 42 || !writeHex(bytes, at, text)) throw new InvalidLeafError(text, 20)
}

function writeSelector(bytes: Uint8Array, at: number, text: string): void {
  if (text.length !== 10 || !writeHex(bytes, at, text)) throw new InvalidLeafError(text, 4)
}

/** A field of a leaf is not hex of the size that the leaf's bytes need. */
export class InvalidLeafError extends BaseError {
  override readonly code = 'invalid_leaf'
  override readonly kind = 'invalid_input'

  constructor(text: string, size: number) {
    super({
      message: `${JSON.stringify(text)} cannot be a field of a leaf. Give 0x and ${2 * size} hex digits.`,
      facts: { text, size },
    })
  }
}
