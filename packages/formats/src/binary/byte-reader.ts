import { BaseError } from '@vaultwright/base'

/** Bytes that are read from front to back; every read is checked against what is left. */
export type ByteReader = {
  readonly readByte: () => number
  /** LEB128, at most `limit`. */
  readonly readCount: (limit: number) => number
  readonly readBytes: (size: number) => Uint8Array
  /** Bytes left. */
  readonly left: () => number
  /** Bytes read. */
  readonly offset: () => number
  readonly fail: (why: string) => never
}

/** Makes a reader of bytes. */
export function byteReader(bytes: Uint8Array): ByteReader {
  let offset = 0
  const fail = (why: string): never => {
    throw new DamagedBinaryError(offset, why)
  }
  const readByte = () =>
    offset < bytes.length ? bytes[offset++]! : fail('the file ends too early')
  return {
    readByte,
    readCount(limit) {
      let value = 0
      for (let scale = 1; scale <= 2 ** 42; scale *= 128) {
        const byte = readByte()
        value += (byte & 127) * scale
        if (byte < 128) return value <= limit ? value : fail(`${value} exceeds ${limit}`)
      }
      return fail('a number has too many bytes')
    },
    readBytes(size) {
      if (size > bytes.length - offset) fail('the file ends too early')
      offset += size
      return bytes.subarray(offset - size, offset)
    },
    left: () => bytes.length - offset,
    offset: () => offset,
    fail,
  }
}

/** A binary tree file is damaged. */
export class DamagedBinaryError extends BaseError {
  override readonly code = 'damaged_binary'
  override readonly kind = 'invalid_input'

  constructor(offset: number, why: string) {
    super({
      message: `The binary tree file is damaged at byte ${offset}: ${why}. Convert it again from its source.`,
      facts: { offset, why },
    })
  }
}
