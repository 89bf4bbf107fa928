/** Bytes that grow. */
export type ByteWriter = {
  readonly writeByte: (value: number) => void
  /** LEB128: seven bits a byte, low ones first. */
  readonly writeCount: (value: number) => void
  readonly writeBytes: (bytes: Uint8Array) => void
  /** Everything written so far. */
  readonly bytes: () => Uint8Array
}

/**
 * Makes a writer of bytes.
 *
 * @returns the writer, empty.
 */
export function byteWriter(): ByteWriter {
  let memory = new Uint8Array(4096)
  let size = 0
  const room = (more: number) => {
    if (size + more <= memory.length) return
    const larger = new Uint8Array(Math.max(2 * memory.length, size + more))
    larger.set(memory.subarray(0, size))
    memory = larger
  }
  return {
    writeByte(value) {
      room(1)
      memory[size++] = value
    },
    writeCount(value) {
      room(8)
      let remainder = value
      while (remainder >= 128) {
        memory[size++] = (remainder % 128) | 128
        remainder = Math.floor(remainder / 128)
      }
      memory[size++] = remainder
    },
    writeBytes(bytes) {
      room(bytes.length)
      memory.set(bytes, size)
      size += bytes.length
    },
    bytes: () => memory.slice(0, size),
  }
}
