import { BaseError } from '@vaultwright/base'

/** Bytes that grow; integers are written little-endian, as Borsh and the runtime have them. */
export type LittleWriter = {
  readonly u8: (value: number) => void
  readonly u16: (value: number) => void
  readonly u32: (value: number) => void
  readonly u64: (value: bigint) => void
  readonly bytes: (bytes: Uint8Array) => void
  /** A count in 7 bits a byte, as messages have it ("compact-u16"). */
  readonly compact: (value: number) => void
  /** The bytes written so far, as a copy. */
  readonly end: () => Uint8Array
  readonly size: () => number
}

/** Opens memory to write into. */
export function openLittleWriter(capacity = 256): LittleWriter {
  let memory = new Uint8Array(capacity)
  let view = new DataView(memory.buffer)
  let size = 0
  const reserve = (count: number): number => {
    const start = size
    size += count
    if (size > memory.length) {
      const larger = new Uint8Array(Math.max(size, memory.length * 2))
      larger.set(memory)
      memory = larger
      view = new DataView(larger.buffer)
    }
    return start
  }
  const u8 = (value: number): void => {
    assertUint(BigInt(value), 8)
    memory[reserve(1)] = value
  }
  return {
    u8,
    u16: (value) => {
      assertUint(BigInt(value), 16)
      view.setUint16(reserve(2), value, true)
    },
    u32: (value) => {
      assertUint(BigInt(value), 32)
      const start = reserve(4)
      view.setUint32(start, value, true)
    },
    u64: (value) => {
      assertUint(value, 64)
      const start = reserve(8)
      view.setBigUint64(start, value, true)
    },
    bytes: (bytes) => {
      const start = reserve(bytes.length)
      memory.set(bytes, start)
    },
    compact: (value) => {
      assertUint(BigInt(value), 16)
      let remainder = value
      for (; remainder > 127; remainder >>= 7) u8((remainder & 127) | 128)
      u8(remainder)
    },
    end: () => memory.slice(0, size),
    size: () => size,
  }
}

/**
 * Prints a number as little-endian bytes.
 *
 * @throws {UnsignedRangeError} when it does not fit.
 */
export function littleBytesOf(value: bigint, bits: 8 | 16 | 32 | 64): Uint8Array {
  assertUint(value, bits)
  const bytes = new Uint8Array(bits / 8)
  for (let index = 0, remainder = value; index < bytes.length; index++, remainder >>= 8n) {
    bytes[index] = Number(remainder & 255n)
  }
  return bytes
}

function assertUint(value: bigint, bits: number): void {
  if (value < 0n || value >> BigInt(bits) !== 0n) throw new UnsignedRangeError(value, bits)
}

/** A number does not fit the integer that the program has for it. */
class UnsignedRangeError extends BaseError {
  override readonly code = 'unsigned_range'
  override readonly kind = 'invalid_input'

  constructor(value: bigint, bits: number) {
    super({
      message: `${value} does not fit ${bits} bits. Give an integer from 0 to ${(1n << BigInt(bits)) - 1n}.`,
      facts: { value: String(value), bits },
    })
  }
}
