import { BaseError, type Hex } from '@vaultwright/base'

/** Memory of a known size that is being filled. It starts as zeros, so padding is never written. */
export type CalldataWriter = {
  readonly bytes: Uint8Array
  readonly view: DataView
}

const valueByCode = new Int8Array(256).fill(-1)
for (const [index, digit] of [...'0123456789abcdef'].entries()) {
  valueByCode[digit.charCodeAt(0)] = index
  valueByCode[digit.toUpperCase().charCodeAt(0)] = index
}

/**
 * Makes memory to write into.
 *
 * Small memory is lent, not made: it is the same one at every call, so that its bytes must have been
 * copied or printed before the next.
 */
export function createCalldataWriter(size: number): CalldataWriter {
  if (size > sharedBufferSize) {
    const bytes = new Uint8Array(size)
    return { bytes, view: new DataView(bytes.buffer) }
  }
  sharedBuffer ??= new Uint8Array(sharedBufferSize)
  const bytes = sharedBuffer.subarray(0, size).fill(0)
  return { bytes, view: new DataView(sharedBuffer.buffer, 0, size) }
}

/** Making memory costs as much as filling it; most batches fit into this. */
const sharedBufferSize = 65536
let sharedBuffer: Uint8Array | null = null

/** Writes hex digits as bytes. */
export function writeHex(bytes: Uint8Array, at: number, text: string): boolean {
  const length = text.length
  if ((length & 1) !== 0 || text.charCodeAt(0) !== 48 || text.charCodeAt(1) !== 120) return false
  for (let index = 2, cursor = at; index < length; index += 2, cursor++) {
    const high = text.charCodeAt(index)
    const low = text.charCodeAt(index + 1)
    if ((high | low) > 255) return false
    const value = (valueByCode[high]! << 4) | valueByCode[low]!
    if (value < 0) return false
    bytes[cursor] = value
  }
  return true
}

/** Writes a small number as a word. */
export function writeSize({ view }: CalldataWriter, at: number, value: number): void {
  view.setUint32(at + 28, value)
}

/**
 * Writes an address as a word.
 *
 * @throws {UnencodableError} when it is not.
 */
export function writeAddress({ bytes }: CalldataWriter, at: number, address: string): void {
  if (address.length !== 42 || !writeHex(bytes, at + 12, address)) {
    throw new UnencodableError('address', address)
  }
}

/**
 * Writes 32 bytes of hex.
 *
 * @throws {UnencodableError} when it is not.
 */
export function writeWord({ bytes }: CalldataWriter, at: number, word: string): void {
  if (word.length !== 66 || !writeHex(bytes, at, word)) throw new UnencodableError('bytes32', word)
}

/**
 * Writes a number as a word.
 *
 * @throws {UnencodableError} when it is outside.
 */
function writeUint({ view }: CalldataWriter, at: number, value: bigint): void {
  if (value === 0n) return
  if (typeof value !== 'bigint' || value < 0n || value >> 256n !== 0n) {
    throw new UnencodableError('uint256', String(value))
  }
  view.setBigUint64(at + 24, BigInt.asUintN(64, value))
  if (value >> 64n === 0n) return
  view.setBigUint64(at + 16, BigInt.asUintN(64, value >> 64n))
  view.setBigUint64(at + 8, BigInt.asUintN(64, value >> 128n))
  view.setBigUint64(at, value >> 192n)
}

/** Writes a length word and the bytes behind it. */
export function writeBytes(writer: CalldataWriter, at: number, data: Uint8Array): number {
  writeSize(writer, at, data.length)
  writer.bytes.set(data, at + 32)
  return at + 32 + paddedSize(data.length)
}

/** Writes an `address[]`: its length and one word for each. */
export function writeAccounts(
  { bytes, view }: CalldataWriter,
  at: number,
  accounts: Uint8Array,
): number {
  const count = accounts.length / 20
  view.setUint32(at + 28, count)
  const from = new Int32Array(accounts.buffer, accounts.byteOffset, 5 * count)
  const to = new Int32Array(bytes.buffer)
  // Calldata is whole words and a selector of 4 bytes, so that both sides are aligned.
  let cursor = (at + 44) / 4
  for (let word = 0; word < from.length; word += 5) {
    to[cursor] = from[word]!
    to[cursor + 1] = from[word + 1]!
    to[cursor + 2] = from[word + 2]!
    to[cursor + 3] = from[word + 3]!
    to[cursor + 4] = from[word + 4]!
    cursor += 8
  }
  return 4 * cursor - 12
}

/**
 * Writes a `uint256[]`: its length and one word for each.
 *
 * @throws {UnencodableError} when one is outside.
 */
export function writeUints(writer: CalldataWriter, at: number, values: readonly bigint[]): number {
  writeSize(writer, at, values.length)
  let cursor = at
  for (const value of values) {
    cursor += 32
    writeUint(writer, cursor, value)
  }
  return cursor + 32
}

/** Counts the bytes of hex without reading it. */
export function byteSizeOf(data: Hex | string): number {
  return Math.max(0, (data.length - 2) >> 1)
}

/** Rounds a number of bytes up to whole words. */
export function paddedSize(length: number): number {
  return Math.ceil(length / 32) * 32
}

/** A value does not fit the type that calldata has for it. */
export class UnencodableError extends BaseError {
  override readonly code = 'unencodable'
  override readonly kind = 'invalid_input'

  constructor(type: string, value: string, place: UnencodableDetail = {}) {
    const shown = value.length > 80 ? `${value.slice(0, 77)}...` : value
    const named = place.name ? ` (${place.name})` : ''
    super({
      message: `${JSON.stringify(shown)}${named} is not of type ${type}. Give ${place.wanted ?? expectedByType[type] ?? `a ${type}`}.`,
      facts: { type, value: shown, ...(place.name ? { name: place.name } : {}) },
    })
  }
}

/** The place of a value that does not fit, and a value that would. */
export type UnencodableDetail = { readonly name?: string; readonly wanted?: string }

const expectedByType: { readonly [type: string]: string } = {
  address: '0x and 40 hex digits',
  bytes32: '0x and 64 hex digits',
  uint256: 'a bigint from 0 to 2^256 - 1',
  bytes: '0x and two hex digits a byte',
  bool: 'true or false',
  string: 'a text',
}
