import { hexKernel } from './hex.generated.ts'
import { openKernel } from './kernel.ts'

/**
 * Reads and writes hex in bulk. A row is `0x` and two digits a byte; rows lie one after the other
 * without anything between.
 */
export type HexCodec = {
  /** Prints bytes as rows of `width` bytes, at most `rowLimitOf(width)` of them, in one text. */
  readonly print: (bytes: Uint8Array, width: number) => string
  /** Reads rows of `width` bytes, at most as many; false when a character is out of place. */
  readonly parse: (text: string, target: Uint8Array, width: number) => boolean
  /** Reads rows that end at the byte positions `ends` of the target; false as above. */
  readonly parseEach: (text: string, target: Uint8Array, ends: Uint32Array) => boolean
  /** Reads one row, and tells whether its digits are lower case already; null when it is not hex. */
  readonly parseLower: (text: string, target: Uint8Array) => boolean | null
  /** Prints bytes as one row after reading texts into them, at most `fillLimit` and `partLimit`; null when one is not hex. */
  readonly printFilled: (bytes: Uint8Array, parts: HexParts) => string | null
}

/** Rows that lie one after the other in a text, and where each of them goes. */
export type HexParts = {
  readonly text: string
  /** Four numbers a part: the byte of its first row, bytes a row, rows, and bytes from row to row. */
  readonly places: Uint32Array
}

/** Bytes that one call takes at most, and the characters they come to. */
export const byteLimit = 131072
export const textLimit = 391680
const rowTextLimit = 120000

/** Bytes that are printed after texts were read into them, and parts of these: both lie where bytes lie otherwise. */
export const fillLimit = 98304
export const partLimit = (byteLimit - fillLimit) / 16

/**
 * Tells how many rows one call takes: fewer than fit, because V8 keeps a text of more than 128 kB apart,
 * and to make one takes four times as long a character.
 */
export function rowLimitOf(width: number): number {
  return Math.max(1, Math.floor(rowTextLimit / (2 * width + 2)))
}

/**
 * Makes the codec in WebAssembly, 16 bytes at a time.
 *
 * @returns the codec; null where WebAssembly or its SIMD does not run.
 */
export function createWasmCodec(): HexCodec | null {
  const exports = openKernel(hexKernel)
  if (exports === null) return null
  const { memory, print, parse, isLower, fill } = exports as KernelExports
  const bytes = new Uint8Array(memory.buffer)
  const text = bytes.subarray(textAt)
  const partWords = new Uint32Array(memory.buffer, partsAt, 4 * partLimit)
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const isEncoded = (source: string): boolean => {
    const { read: consumed, written } = encoder.encodeInto(source, text)
    return consumed === source.length && written === source.length
  }
  // A view and a copy cost more than a short loop.
  const copyOut = (target: Uint8Array): void => {
    if (target.length > 64) target.set(bytes.subarray(bytesAt, bytesAt + target.length))
    else for (let index = 0; index < target.length; index++) target[index] = bytes[bytesAt + index]!
  }
  return {
    print: (source, width) => {
      const rows = source.length / width
      bytes.set(source, bytesAt)
      print(bytesAt, textAt, rows, width)
      return decoder.decode(text.subarray(0, rows * (2 + 2 * width)))
    },
    parse: (source, target, width) => {
      const rows = target.length / width
      if (!isEncoded(source) || parse(textAt, bytesAt, rows, width) >= 0) return false
      copyOut(target)
      return true
    },
    parseEach: (source, target, ends) => {
      if (!isEncoded(source)) return false
      let start = 0
      for (let index = 0; index < ends.length; index++) {
        const end = ends[index]!
        if (parse(textAt + 2 * (start + index), bytesAt + start, 1, end - start) >= 0) return false
        start = end
      }
      copyOut(target)
      return true
    },
    parseLower: (source, target) => {
      if (!isEncoded(source) || parse(textAt, bytesAt, 1, target.length) >= 0) return null
      copyOut(target)
      return isLower(textAt + 2, source.length - 2) !== 0
    },
    printFilled: (source, { text: rows, places }) => {
      if (!isEncoded(rows)) return null
      bytes.set(source, bytesAt)
      partWords.set(places)
      const end = textAt + rows.length
      const size = source.length
      if (fill(partsAt, places.length / 4, textAt, end, bytesAt, size) === 0) return null
      print(bytesAt, textAt, 1, size)
      return decoder.decode(text.subarray(0, 2 + 2 * size))
    },
  }
}

/** Makes the codec in plain JavaScript. */
export function createJsCodec(): HexCodec {
  const decoder = new TextDecoder()
  const parseRow = (text: string, at: number, target: Uint8Array): boolean => {
    if (text.charCodeAt(at) !== 48 || text.charCodeAt(at + 1) !== 120) return false
    let place = at + 2
    for (let index = 0; index < target.length; index++, place += 2) {
      const high = digitOf(text.charCodeAt(place))
      const low = digitOf(text.charCodeAt(place + 1))
      if (high < 0 || low < 0) return false
      target[index] = (high << 4) | low
    }
    return true
  }
  const codec: HexCodec = {
    print: (source, width) => {
      const text = new Uint8Array((source.length / width) * (2 + 2 * width))
      let offset = 0
      for (let index = 0; index < source.length; index++) {
        if (index % width === 0) {
          text[offset++] = 48
          text[offset++] = 120
        }
        text[offset++] = codeOf(source[index]! >> 4)
        text[offset++] = codeOf(source[index]! & 15)
      }
      return decoder.decode(text)
    },
    parse: (source, target, width) => {
      if (source.length !== (target.length / width) * (2 + 2 * width)) return false
      for (let index = 0, row = 0; index < target.length; index += width, row++) {
        if (!parseRow(source, 2 * index + 2 * row, target.subarray(index, index + width)))
          return false
      }
      return true
    },
    parseEach: (source, target, ends) => {
      let start = 0
      for (let index = 0; index < ends.length; index++) {
        if (!parseRow(source, 2 * (start + index), target.subarray(start, ends[index]!)))
          return false
        start = ends[index]!
      }
      return true
    },
    parseLower: (source, target) =>
      source.length === 2 + 2 * target.length && parseRow(source, 0, target)
        ? !/[A-F]/.test(source)
        : null,
    printFilled: (source, parts) => {
      const bytes = source.slice()
      return fillBytes(bytes, parts, parseRow) ? codec.print(bytes, bytes.length) : null
    },
  }
  return codec
}

/** Reads the row at a place of a text; false when it is not hex. */
type ReadRow = (text: string, at: number, target: Uint8Array) => boolean

/** Reads texts into bytes, row by row; false when one is not hex, or parts do not fit the text or the bytes. */
export function fillBytes(
  bytes: Uint8Array,
  { text, places }: HexParts,
  readRow: ReadRow,
): boolean {
  let from = 0
  for (let part = 0; part < places.length; part += 4) {
    const width = places[part + 1]!
    for (let row = 0; row < places[part + 2]!; row++, from += 2 + 2 * width) {
      const start = places[part]! + row * places[part + 3]!
      if (start + width > bytes.length || from + 2 + 2 * width > text.length) return false
      if (!readRow(text, from, bytes.subarray(start, start + width))) return false
    }
  }
  return from === text.length
}

/** Reads a hex digit. */
export function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 102) return code - 87
  if (code >= 65 && code <= 70) return code - 55
  return -1
}

/** Offset of the kernel's scratch space in its memory of 8 pages, behind the data its compiler placed. */
const bytesAt = 1024
const textAt = bytesAt + byteLimit
const partsAt = bytesAt + fillLimit

type KernelExports = {
  readonly memory: WebAssembly.Memory
  readonly print: (from: number, to: number, rows: number, width: number) => void
  readonly parse: (from: number, to: number, rows: number, width: number) => number
  readonly isLower: (from: number, length: number) => number
  readonly fill: (
    parts: number,
    count: number,
    from: number,
    end: number,
    to: number,
    size: number,
  ) => number
}

function codeOf(digit: number): number {
  return digit < 10 ? 48 + digit : 87 + digit
}
