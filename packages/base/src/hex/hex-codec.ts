import { hexKernel } from './hex.generated.ts'
import { openKernel } from './kernel.ts'

/**
 * How hex is written and read in bulk. A row is `0x` and two digits a byte; rows lie one after the
 * other without anything between.
 */
export type HexCodec = {
  /** Prints bytes as rows of `width` bytes, at most `rowLimitOf(width)` of them, in one text. */
  readonly print: (bytes: Uint8Array, width: number) => string
  /** Reads rows of `width` bytes, at most as many; false when a character is out of place. */
  readonly parse: (text: string, target: Uint8Array, width: number) => boolean
  /** Reads rows that end at the byte positions `ends` of the target; false as above. */
  readonly parseEach: (text: string, target: Uint8Array, ends: Uint32Array) => boolean
}

/** Bytes that one call takes at most, and the characters they come to. */
export const byteLimit = 131072
const textLimit = 391680

/** Tells how many rows one call takes. */
export function rowLimitOf(width: number): number {
  return Math.min(Math.floor(byteLimit / width), Math.floor(textLimit / (2 * width + 2)))
}

/**
 * Makes the codec in WebAssembly, 16 bytes at a time.
 *
 * @returns the codec; null where WebAssembly or its SIMD does not run.
 */
export function createWasmCodec(): HexCodec | null {
  const exports = openKernel(hexKernel)
  if (exports === null) return null
  const { memory, print, parse } = exports as KernelExports
  const bytes = new Uint8Array(memory.buffer)
  const text = bytes.subarray(textAt)
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const isEncoded = (source: string): boolean => {
    const { read, written } = encoder.encodeInto(source, text)
    return read === source.length && written === source.length
  }
  // A view and a copy cost more than a short loop.
  const copyOut = (target: Uint8Array): void => {
    if (target.length > 64) target.set(bytes.subarray(bytesAt, bytesAt + target.length))
    else for (let at = 0; at < target.length; at++) target[at] = bytes[bytesAt + at]!
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
  return {
    print: (source, width) => {
      const text = new Uint8Array((source.length / width) * (2 + 2 * width))
      let at = 0
      for (let index = 0; index < source.length; index++) {
        if (index % width === 0) {
          text[at++] = 48
          text[at++] = 120
        }
        text[at++] = codeOf(source[index]! >> 4)
        text[at++] = codeOf(source[index]! & 15)
      }
      return decoder.decode(text)
    },
    parse: (source, target, width) => {
      if (source.length !== (target.length / width) * (2 + 2 * width)) return false
      for (let at = 0, row = 0; at < target.length; at += width, row++) {
        if (!parseRow(source, 2 * at + 2 * row, target.subarray(at, at + width))) return false
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
  }
}

/** Reads a hex digit. */
export function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 102) return code - 87
  if (code >= 65 && code <= 70) return code - 55
  return -1
}

/** Where the kernel's scratch lies in its memory of 8 pages, behind what its compiler placed. */
const bytesAt = 1024
const textAt = bytesAt + byteLimit

type KernelExports = {
  readonly memory: WebAssembly.Memory
  readonly print: (from: number, to: number, rows: number, width: number) => void
  readonly parse: (from: number, to: number, rows: number, width: number) => number
}

function codeOf(digit: number): number {
  return digit < 10 ? 48 + digit : 87 + digit
}
