/** Bytes that arrive in pieces and end as one. */
export type ByteStore = {
  readonly add: (bytes: Uint8Array) => void
  readonly size: () => number
  /** All of them, in memory of their own, which may be handed to a thread. */
  readonly take: () => Uint8Array<ArrayBuffer>
  /** Lets go of all of them. */
  readonly clear: () => void
}

const firstBytes = 65_536

/** Opens a place for bytes. */
export function openByteStore(announced: number | null): ByteStore {
  let bytes = new Uint8Array(announced ?? firstBytes)
  let size = 0
  return {
    add: (more) => {
      if (size + more.length > bytes.length) {
        const next = new Uint8Array(Math.max(2 * bytes.length, size + more.length))
        next.set(bytes.subarray(0, size))
        bytes = next
      }
      bytes.set(more, size)
      size += more.length
    },
    size: () => size,
    take: () => (size === bytes.length ? bytes : bytes.slice(0, size)),
    clear: () => {
      bytes = new Uint8Array(0)
      size = 0
    },
  }
}
