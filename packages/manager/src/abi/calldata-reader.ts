import { type Address, BaseError, type Hex, parseHexText, printHex } from '@vaultwright/base'
import { checksumOf, checksumsOf } from '@vaultwright/merkle'
import { paddedSize } from './byte-writer.ts'

/**
 * A place in calldata that is being read strictly, in the one layout that encoders write.
 *
 * Tails follow each other without gaps, so every offset is known before it is read: overlapping,
 * repeated and backward offsets cannot pass, and what was read encodes to the same bytes again.
 * Positions are bytes of the whole calldata, so that an error names the exact place.
 */
export type CalldataReader = {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** The same bytes as lower-case hex, from which texts are cut. */
  readonly text: string
  /** The offset where the arguments' heads begin. */
  start: number
  /** The first byte that is not ours. */
  end: number
  /** The offset where the next tail must begin. */
  next: number
  /** The field that is read, for errors. */
  field: string
  /** The element of it that is read; -1 for the whole. */
  index: number
}

/**
 * Opens calldata for reading.
 *
 * @throws {InvalidHexError} when it is not hex.
 */
export function createCalldataReader(data: Hex): CalldataReader {
  return readerOf(parseHexText(data))
}

/**
 * Opens calldata for reading in memory that is lent until the next: for who keeps no view of it.
 *
 * @throws {InvalidHexError} when it is not hex.
 */
export function lendCalldataReader(data: Hex): CalldataReader {
  lentMemory ??= new Uint8Array(lentSize)
  return readerOf(parseHexText(data, lentMemory))
}

/** Making memory costs as much as filling it; most batches fit into this. */
const lentSize = 65_536
let lentMemory: Uint8Array | null = null

function readerOf({ bytes, text }: Pick<CalldataReader, 'bytes' | 'text'>): CalldataReader {
  return {
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    text,
    start: 0,
    end: bytes.length,
    next: 0,
    field: 'calldata',
    index: -1,
  }
}

/** Opens a piece of what a reader holds, without copying it. */
export function calldataReaderWithin(
  reader: CalldataReader,
  start: number,
  end: number,
): CalldataReader {
  return { ...reader, start, end, next: start, field: 'calldata', index: -1 }
}

/**
 * Makes sure that the next bytes are there.
 *
 * @throws {TruncatedCalldataError} when they reach beyond the end.
 */
export function assertBytes(reader: CalldataReader, at: number, size: number): void {
  if (at + size > reader.end) throw new TruncatedCalldataError(reader, at, size)
}

/**
 * Reads the four bytes that name a function.
 *
 * @throws {TruncatedCalldataError} below 4 bytes.
 */
export function readSelector(reader: CalldataReader): Hex {
  reader.field = 'selector'
  assertBytes(reader, reader.start, 4)
  const selector = hexAt(reader, reader.start, 4)
  reader.start += 4
  reader.next = reader.start
  return selector
}

/**
 * Opens the tail that a head word points at: it must begin exactly where the last one ended.
 *
 * @throws {CalldataOffsetError} when the offset points anywhere else.
 * @throws {CalldataLengthError} when the length is beyond what the calldata could hold.
 */
function openTail(reader: CalldataReader, head: number, base: number): number {
  assertBytes(reader, head, 32)
  if (sizeAt(reader, head) !== reader.next - base) throw new CalldataOffsetError(reader, head, base)
  const start = reader.next
  assertBytes(reader, start, 32)
  const length = sizeAt(reader, start)
  if (length > reader.end - start - 32) throw new CalldataLengthError(reader, start)
  reader.next = start + 32
  return length
}

/**
 * Opens an array: its elements' heads lie where `next` was, the first tail behind them.
 *
 * @throws {CalldataOffsetError} when the offset points anywhere else.
 * @throws {CalldataLengthError} when the elements reach beyond the end.
 */
export function openArray(reader: CalldataReader, head: number, base: number): number {
  const count = openTail(reader, head, base)
  if (count * 32 > reader.end - reader.next) throw new CalldataLengthError(reader, reader.next - 32)
  reader.next += count * 32
  return count
}

/**
 * Reads a `bytes` tail, whose padding must be zero.
 *
 * @throws {CalldataOffsetError} when the offset points anywhere else.
 * @throws {CalldataLengthError} when the bytes reach beyond the end.
 * @throws {DirtyCalldataError} when the padding is not zero.
 */
export function openBytes(reader: CalldataReader, head: number, base: number): number {
  const length = openTail(reader, head, base)
  const end = reader.next + length
  reader.next += paddedSize(length)
  if (reader.next > reader.end) throw new TruncatedCalldataError(reader, end, reader.next - end)
  for (let index = end; index < reader.next; index++) {
    if (reader.bytes[index] !== 0) throw new DirtyCalldataError(reader, index, 'padding')
  }
  return length
}

/**
 * Makes sure that nothing follows what was read.
 *
 * @throws {TrailingCalldataError} when bytes are left.
 */
export function assertFinished(reader: CalldataReader): void {
  if (reader.next !== reader.end) throw new TrailingCalldataError(reader)
}

/** Gives what follows what was read. */
export function trailingBytesOf(reader: CalldataReader): Uint8Array {
  return reader.bytes.subarray(reader.next, reader.end)
}

/** Cuts hex out of calldata, in constant time. */
export function hexAt(reader: CalldataReader, at: number, size: number): Hex {
  return `0x${reader.text.slice(2 + 2 * at, 2 + 2 * (at + size))}`
}

/**
 * Reads an address word.
 *
 * @throws {DirtyCalldataError} when the upper 12 bytes are not zero.
 */
export function addressAt(reader: CalldataReader, at: number): Address {
  assertCleanAddress(reader, at)
  return checksumOf(hexAt(reader, at + 12, 20))
}

/**
 * Reads address words that lie one after the other.
 *
 * @throws {DirtyCalldataError} when the upper 12 bytes of one are not zero.
 */
export function addressesAt(reader: CalldataReader, at: number, count: number): Address[] {
  const accounts = new Uint8Array(20 * count)
  for (let index = 0; index < count; index++) {
    reader.index = index
    const word = at + 32 * index
    assertCleanAddress(reader, word)
    for (let byte = 0; byte < 20; byte++) {
      accounts[20 * index + byte] = reader.bytes[word + 12 + byte]!
    }
  }
  reader.index = -1
  return checksumsOf(accounts)
}

function assertCleanAddress(reader: CalldataReader, at: number): void {
  const { view } = reader
  if ((view.getUint32(at) | view.getUint32(at + 4) | view.getUint32(at + 8)) !== 0) {
    throw new DirtyCalldataError(reader, at, 'address')
  }
}

/** Reads a number word. */
export function uintAt(reader: CalldataReader, at: number): bigint {
  const small = sizeAt(reader, at)
  return Number.isFinite(small) ? BigInt(small) : BigInt(hexAt(reader, at, 32))
}

/**
 * Reads a truth word.
 *
 * @throws {DirtyCalldataError} when it is neither 0 nor 1.
 */
export function boolAt(reader: CalldataReader, at: number): boolean {
  const word = sizeAt(reader, at)
  if (word > 1) throw new DirtyCalldataError(reader, at, 'bool')
  return word === 1
}

/** A word as a number; Infinity from 2^48 on, which no length and no offset of ours reaches. */
function sizeAt({ view }: CalldataReader, at: number): number {
  const upper =
    view.getUint32(at) |
    view.getUint32(at + 4) |
    view.getUint32(at + 8) |
    view.getUint32(at + 12) |
    view.getUint32(at + 16) |
    view.getUint32(at + 20) |
    view.getUint16(at + 24)
  return upper === 0
    ? view.getUint16(at + 26) * 2 ** 32 + view.getUint32(at + 28)
    : Number.POSITIVE_INFINITY
}

function locationOf(reader: CalldataReader): string {
  return reader.index < 0 ? reader.field : `${reader.field}[${reader.index}]`
}

function wordTextAt(reader: CalldataReader, at: number): string {
  return printHex(reader.bytes.subarray(at, at + 32))
}

/** Calldata ends in the middle of a field. */
export class TruncatedCalldataError extends BaseError {
  override readonly code = 'truncated_calldata'
  override readonly kind = 'invalid_input'

  constructor(reader: CalldataReader, at: number, size: number) {
    super({
      message: `The calldata ends at byte ${reader.end}, but ${locationOf(reader)} needs ${size} bytes from byte ${at}. Give the whole calldata.`,
      facts: { field: locationOf(reader), offset: at, needed: size, end: reader.end },
    })
  }
}

/** An offset points elsewhere than at the tail that belongs to it. */
export class CalldataOffsetError extends BaseError {
  override readonly code = 'calldata_offset'
  override readonly kind = 'invalid_input'

  constructor(reader: CalldataReader, at: number, base: number) {
    const expected = reader.next - base
    const actual = wordTextAt(reader, at)
    super({
      message: `The offset of ${locationOf(reader)} at byte ${at} is ${actual} instead of ${expected}. Encode the call anew: fields may not overlap, repeat or leave gaps.`,
      facts: { field: locationOf(reader), offset: at, expected, found: actual },
    })
  }
}

/** A length is larger than what is left of the calldata. */
export class CalldataLengthError extends BaseError {
  override readonly code = 'calldata_length'
  override readonly kind = 'invalid_input'

  constructor(reader: CalldataReader, at: number) {
    const left = Math.max(0, reader.end - at - 32)
    const actual = wordTextAt(reader, at)
    super({
      message: `The length of ${locationOf(reader)} at byte ${at} is ${actual}, but only ${left} bytes follow it. Give the whole calldata.`,
      facts: { field: locationOf(reader), offset: at, found: actual, left },
    })
  }
}

/** Bits that must be zero are not: padding, the upper bytes of an address, a truth beyond 1. */
export class DirtyCalldataError extends BaseError {
  override readonly code = 'dirty_calldata'
  override readonly kind = 'invalid_input'

  constructor(reader: CalldataReader, at: number, what: 'padding' | 'address' | 'bool') {
    super({
      message: `The ${what} of ${locationOf(reader)} at byte ${at} has bits set that must be zero. Encode the call anew.`,
      facts: { field: locationOf(reader), offset: at, what },
    })
  }
}

/** Bytes follow where the last field has ended. */
export class TrailingCalldataError extends BaseError {
  override readonly code = 'trailing_calldata'
  override readonly kind = 'invalid_input'

  constructor(reader: CalldataReader) {
    const extra = reader.end - reader.next
    super({
      message: `${extra} bytes follow the last field, from byte ${reader.next}. An encoder writes none: remove them.`,
      facts: { offset: reader.next, extra },
    })
  }
}
