import { BaseError } from './error.ts'

/** A `0x`-prefixed text of hex digits. Ours are lower case, two digits a byte. */
export type Hex = `0x${string}`

/** A 32-byte hash. */
export type Digest = Uint8Array

const digits = '0123456789abcdef'

/**
 * Prints bytes as hex.
 *
 * @param bytes - any length.
 * @returns `0x` and two lower-case digits a byte.
 */
export function printHex(bytes: Uint8Array): Hex {
  let text = ''
  for (const byte of bytes) text += digits[byte >> 4]! + digits[byte & 15]!
  return `0x${text}`
}

/**
 * Reads hex into bytes.
 *
 * @param text - `0x` and an even number of digits, either case.
 * @returns the bytes.
 * @throws {InvalidHexError} when the prefix is missing, a digit is none, or their number is odd.
 */
export function parseHex(text: string): Uint8Array {
  if (!text.startsWith('0x')) throw new InvalidHexError(text, 'it does not start with 0x')
  if (text.length % 2 !== 0) throw new InvalidHexError(text, 'it has an odd number of digits')
  const bytes = new Uint8Array(text.length / 2 - 1)
  for (let index = 0; index < bytes.length; index++) {
    const high = digitOf(text.charCodeAt(2 + 2 * index))
    const low = digitOf(text.charCodeAt(3 + 2 * index))
    if (high < 0 || low < 0) {
      const at = 2 + 2 * index + (high < 0 ? 0 : 1)
      throw new InvalidHexError(
        text,
        `character ${at} (${JSON.stringify(text[at])}) is no hex digit`,
      )
    }
    bytes[index] = (high << 4) | low
  }
  return bytes
}

/**
 * Reads hex of a known length into bytes.
 *
 * @param text - `0x` and `2 * length` digits, either case.
 * @param length - bytes.
 * @returns the bytes.
 * @throws {InvalidHexError} when it is no hex or of another length.
 */
export function parseHexOf(text: string, length: number): Uint8Array {
  const bytes = parseHex(text)
  if (bytes.length !== length) {
    throw new InvalidHexError(text, `it has ${bytes.length} bytes instead of ${length}`)
  }
  return bytes
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 97 && code <= 102) return code - 87
  if (code >= 65 && code <= 70) return code - 55
  return -1
}

/** A text that was to be hex is none, or has another length. */
export class InvalidHexError extends BaseError {
  override readonly code = 'invalid_hex'

  constructor(text: string, why: string) {
    const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text
    super({
      message: `${JSON.stringify(shown)} is not the expected hex: ${why}. Give 0x and two hex digits a byte.`,
      facts: { text: shown, why, length: text.length },
    })
  }
}
