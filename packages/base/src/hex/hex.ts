// Hex in and out. One text or many, all through a kernel that handles 16 bytes at a time:
//   printHex       bytes → one text of any length
//   printHexRows   bytes → one text for every `width` bytes (nodes of a tree, words of calldata)
//   printHexFilled bytes → one text, after texts were read into their gaps (calldata from calldata)
//   parseHex       text → bytes            parseHexOf     the same, length known
//   parseHexRows   texts of `width` bytes each → one flat memory (the nodes of a proof)
//   parseHexBatch  texts of any lengths → one flat memory and where each one lies in it
// Many short texts cost least when they are given together: the price is paid per call.
import { BaseError } from '../error.ts'
import {
  byteLimit,
  createJsCodec,
  createWasmCodec,
  digitOf,
  fillBytes,
  fillLimit,
  type HexCodec,
  type HexParts,
  partLimit,
  rowLimitOf,
  textLimit,
} from './hex-codec.ts'

/** A `0x`-prefixed text of hex digits. Ours are lower case, two digits a byte. */
export type Hex = `0x${string}`

/** A 32-byte hash. */
export type Digest = Uint8Array

/** Byte strings that lie one after the other: string i is from `offsets[i]` to `offsets[i + 1]`. */
export type HexBatch = {
  readonly bytes: Uint8Array
  /** One more than there are strings, ascending from 0. */
  readonly offsets: Uint32Array
}

/** Texts that fit the kernel's memory beside the most bytes that do. */
const batchLimit = 32768

let chosen: HexCodec | null = null

/**
 * Prints bytes as hex.
 *
 * @returns `0x` and two lower-case digits a byte.
 */
export function printHex(bytes: Uint8Array): Hex {
  if (bytes.length === 0) return '0x'
  if (bytes.length <= byteLimit) return codec().print(bytes, bytes.length) as Hex
  const pieces: string[] = []
  for (let index = 0; index < bytes.length; index += byteLimit) {
    const piece = bytes.subarray(index, index + byteLimit)
    pieces.push(codec().print(piece, piece.length).slice(2))
  }
  return `0x${pieces.join('')}`
}

/**
 * Prints bytes as hex after reading texts into them, without a detour over the bytes of each text.
 *
 * @param bytes - what lies between the texts; left as they are.
 * @param parts - the texts and their places, inside the bytes.
 * @returns `0x` and two lower-case digits a byte; null when a text is not hex of its place's width.
 */
export function printHexFilled(bytes: Uint8Array, parts: HexParts): Hex | null {
  const { text, places } = parts
  const isSmall = bytes.length <= fillLimit && places.length <= 4 * partLimit
  if (isSmall && bytes.length > 0 && text.length <= textLimit) {
    return codec().printFilled(bytes, parts) as Hex | null
  }
  const filled = bytes.slice()
  const isRead = fillBytes(filled, parts, (rows, at, target) =>
    parsesInto(rows.slice(at, at + 2 + 2 * target.length), target),
  )
  return isRead ? printHex(filled) : null
}

/**
 * Prints bytes as one hex for each row; the texts of a call share memory.
 *
 * @param bytes - n * width bytes.
 * @param width - bytes a row, 1 or more.
 * @returns n texts, in order.
 * @throws {HexWidthError} when the bytes are not a whole number of rows.
 */
export function printHexRows(bytes: Uint8Array, width: number): readonly Hex[] {
  if (!Number.isInteger(width) || width < 1 || bytes.length % width !== 0) {
    throw new HexWidthError(bytes.length, width)
  }
  const rows: Hex[] = new Array(bytes.length / width)
  if (width > byteLimit) {
    for (let row = 0; row < rows.length; row++) {
      rows[row] = printHex(bytes.subarray(row * width, (row + 1) * width))
    }
    return rows
  }
  const stride = 2 + 2 * width
  const limit = rowLimitOf(width)
  for (let first = 0; first < rows.length; first += limit) {
    const count = Math.min(limit, rows.length - first)
    const text = codec().print(bytes.subarray(first * width, (first + count) * width), width)
    for (let row = 0; row < count; row++) {
      rows[first + row] = text.slice(row * stride, (row + 1) * stride) as Hex
    }
  }
  return rows
}

/**
 * Reads hex into bytes.
 *
 * @param text - `0x` and an even number of digits, either case.
 * @returns the bytes.
 * @throws {InvalidHexError} when the prefix is missing, a digit is none, or their number is odd.
 */
export function parseHex(text: string): Uint8Array {
  const bytes = new Uint8Array(byteCountOf(text))
  parseInto(text, bytes)
  return bytes
}

/**
 * Reads hex together with its text in lower case, from which pieces can be cut.
 *
 * @param text - `0x` and an even number of digits, either case.
 * @param memory - lends the memory of the bytes if they fit into it; default: new memory.
 * @returns the bytes, and the text that `printHex` makes of them.
 * @throws {InvalidHexError} when the prefix is missing, a digit is none, or their number is odd.
 */
export function parseHexText(
  text: string,
  memory: Uint8Array = noMemory,
): { readonly bytes: Uint8Array; readonly text: Hex } {
  const count = byteCountOf(text)
  const bytes = count <= memory.length ? memory.subarray(0, count) : new Uint8Array(count)
  if (bytes.length === 0 || bytes.length > byteLimit) {
    parseInto(text, bytes)
    return { bytes, text: text.toLowerCase() as Hex }
  }
  const isLower = codec().parseLower(text, bytes)
  if (isLower === null) throw problemOf(text)
  return { bytes, text: (isLower ? text : text.toLowerCase()) as Hex }
}

/**
 * Reads hex of a known length into bytes.
 *
 * @param text - `0x` and `2 * length` digits, either case.
 * @param length - bytes.
 * @returns the bytes.
 * @throws {InvalidHexError} when it is not hex or of another length.
 */
export function parseHexOf(text: string, length: number): Uint8Array {
  const bytes = parseHex(text)
  if (bytes.length !== length) {
    throw new InvalidHexError(
      text,
      `it has ${bytes.length} byte${bytes.length === 1 ? '' : 's'} instead of ${length}`,
    )
  }
  return bytes
}

/**
 * Reads many texts of one length into one memory.
 *
 * @param texts - n times `0x` and `2 * width` digits, either case.
 * @param width - bytes of each, 1 or more.
 * @returns n * width bytes, in order.
 * @throws {InvalidHexError} about the first text that is not hex or of another length.
 */
export function parseHexRows(texts: readonly string[], width: number): Uint8Array {
  if (!Number.isInteger(width) || width < 1) throw new HexWidthError(0, width)
  const stride = 2 + 2 * width
  for (const text of texts) if (text.length !== stride) parseHexOf(text, width)
  const bytes = new Uint8Array(texts.length * width)
  const limit = width > byteLimit ? 1 : rowLimitOf(width)
  for (let first = 0; first < texts.length; first += limit) {
    const some = texts.length <= limit ? texts : texts.slice(first, first + limit)
    const target = bytes.subarray(first * width, (first + some.length) * width)
    if (width > byteLimit) parseInto(some[0]!, target)
    else if (!codec().parse(some.join(''), target, width)) throw firstProblemOf(some)
  }
  return bytes
}

/**
 * Reads many texts of any lengths into one memory.
 *
 * @param texts - each `0x` and an even number of digits, either case.
 * @returns their bytes and where each one starts.
 * @throws {InvalidHexError} about the first text that is not hex.
 */
export function parseHexBatch(texts: readonly string[]): HexBatch {
  const offsets = new Uint32Array(texts.length + 1)
  for (let index = 0; index < texts.length; index++) {
    offsets[index + 1] = offsets[index]! + byteCountOf(texts[index]!)
  }
  const total = offsets[texts.length]!
  const bytes = new Uint8Array(total)
  if (total > byteLimit || texts.length > batchLimit) {
    for (let index = 0; index < texts.length; index++) {
      parseInto(texts[index]!, bytes.subarray(offsets[index]!, offsets[index + 1]!))
    }
  } else if (!codec().parseEach(texts.join(''), bytes, offsets.subarray(1))) {
    throw firstProblemOf(texts)
  }
  return { bytes, offsets }
}

const noMemory = new Uint8Array(0)

function codec(): HexCodec {
  chosen ??= createWasmCodec() ?? createJsCodec()
  return chosen
}

function byteCountOf(text: string): number {
  if (!text.startsWith('0x')) throw new InvalidHexError(text, 'it does not start with 0x')
  if (text.length % 2 !== 0) throw new InvalidHexError(text, 'it has an odd number of digits')
  return text.length / 2 - 1
}

function parseInto(text: string, target: Uint8Array): void {
  if (!parsesInto(text, target)) throw problemOf(text)
}

function parsesInto(text: string, target: Uint8Array): boolean {
  if (target.length === 0) return text === '0x'
  if (target.length <= byteLimit) return codec().parse(text, target, target.length)
  for (let index = 0; index < target.length; index += byteLimit) {
    const piece = target.subarray(index, index + byteLimit)
    const digits = text.slice(2 + 2 * index, 2 + 2 * (index + piece.length))
    if (!codec().parse(`0x${digits}`, piece, piece.length)) return false
  }
  return text.startsWith('0x')
}

/** Finds the first invalid text: the kernel reports only that there is one. */
function firstProblemOf(texts: readonly string[]): InvalidHexError {
  return problemOf(texts.find((text) => placeOf(text) >= 0) ?? '')
}

function problemOf(text: string): InvalidHexError {
  const place = placeOf(text)
  return new InvalidHexError(
    text,
    `character ${place} (${JSON.stringify(text[place])}) is not a hex digit`,
  )
}

/** The first character after the prefix that is not a digit; -1 when all are. */
function placeOf(text: string): number {
  if (!text.startsWith('0x')) return 0
  for (let index = 2; index < text.length; index++)
    if (digitOf(text.charCodeAt(index)) < 0) return index
  return -1
}

/** A text that was to be hex is none, or has another length. */
export class InvalidHexError extends BaseError {
  override readonly code = 'invalid_hex'
  override readonly kind = 'invalid_input'

  constructor(text: string, why: string) {
    const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text
    super({
      message: `${JSON.stringify(shown)} is not the expected hex: ${why}. Give 0x and two hex digits a byte.`,
      facts: { text: shown, why, length: text.length },
    })
  }
}

/** Bytes were to be split into rows that do not come out even. */
export class HexWidthError extends BaseError {
  override readonly code = 'invalid_hex_width'
  override readonly kind = 'invalid_input'

  constructor(length: number, width: number) {
    super({
      message: `${length} bytes are not a whole number of rows of ${width} bytes. Give a width of 1 or more that divides them.`,
      facts: { length, width },
    })
  }
}
