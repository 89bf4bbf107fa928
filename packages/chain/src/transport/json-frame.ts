const quote = 0x22
const backslash = 0x5c

/** Cuts a stream of JSON texts, with or without line ends between them, into its texts. */
export type JsonFramer = {
  /** Takes the next bytes; gives back the texts that end in them. */
  readonly push: (bytes: Uint8Array) => readonly string[]
}

/**
 * Opens a framer for one stream.
 *
 * Objects and arrays alone are framed: JSON-RPC sends nothing else. Every byte is looked at once,
 * however many pieces a text comes in.
 */
export function openJsonFramer(): JsonFramer {
  let depth = 0
  let isText = false
  let isEscaped = false
  let pieces: Uint8Array[] = []

  return {
    push(bytes) {
      const texts: string[] = []
      let start = 0
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]!
        if (isText) {
          if (isEscaped) isEscaped = false
          else if (byte === backslash) isEscaped = true
          else if (byte === quote) isText = false
        } else if (byte === quote) isText = true
        else if (byte === 0x7b || byte === 0x5b) {
          if (depth === 0) start = at
          depth++
        } else if ((byte === 0x7d || byte === 0x5d) && depth > 0) {
          depth--
          if (depth > 0) continue
          pieces.push(bytes.subarray(start, at + 1))
          texts.push(Buffer.concat(pieces).toString('utf8'))
          pieces = []
          start = at + 1
        }
      }
      if (depth > 0) pieces.push(Uint8Array.prototype.slice.call(bytes, start))
      return texts
    },
  }
}
