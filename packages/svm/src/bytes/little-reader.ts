/** Bytes that are read from front to back; integers are little-endian. */
export type LittleReader = {
  readonly u8: () => number
  readonly u16: () => number
  readonly u32: () => number
  readonly u64: () => bigint
  /** The next bytes, as a copy. */
  readonly take: (count: number) => Uint8Array
  /** A count in 7 bits a byte, in its shortest form ("compact-u16"). */
  readonly compact: () => number
  readonly skip: (count: number) => void
  /** The position of the next byte, from 0. */
  readonly offset: () => number
  /** The number of bytes left. */
  readonly left: () => number
}

/**
 * Opens bytes to read.
 *
 * @param fail - makes the error for bytes that end too early or a count that no program writes.
 */
export function openLittleReader(
  bytes: Uint8Array,
  fail: (offset: number, reason: string) => Error,
): LittleReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let cursor = 0
  const advance = (count: number): number => {
    if (count > bytes.length - cursor) {
      throw fail(cursor, `${count} more bytes are needed and ${bytes.length - cursor} are left`)
    }
    cursor += count
    return cursor - count
  }
  const u8 = (): number => view.getUint8(advance(1))
  return {
    u8,
    u16: () => view.getUint16(advance(2), true),
    u32: () => view.getUint32(advance(4), true),
    u64: () => view.getBigUint64(advance(8), true),
    take: (count) => {
      const start = advance(count)
      return bytes.slice(start, start + count)
    },
    compact: () => {
      const start = cursor
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = u8()
        value |= (byte & 127) << shift
        if (byte < 128) {
          if ((shift > 0 && byte === 0) || value > 65535) {
            throw fail(start, 'a count is not in its shortest form')
          }
          return value
        }
        if (shift === 14) throw fail(start, 'a count takes more than three bytes')
      }
    },
    skip: (count) => void advance(count),
    offset: () => cursor,
    left: () => bytes.length - cursor,
  }
}
