import { BaseError } from '@vaultwright/base'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const valueByCode = new Int8Array(128).fill(-1)
for (let value = 0; value < 64; value++) valueByCode[alphabet.charCodeAt(value)] = value

/** Prints bytes as base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let index = 0; index < bytes.length; index += 3) {
    const remaining = bytes.length - index
    const word =
      (bytes[index]! << 16) |
      ((remaining > 1 ? bytes[index + 1]! : 0) << 8) |
      (remaining > 2 ? bytes[index + 2]! : 0)
    parts.push(
      alphabet[word >> 18]! +
        alphabet[(word >> 12) & 63]! +
        (remaining > 1 ? alphabet[(word >> 6) & 63]! : '=') +
        (remaining > 2 ? alphabet[word & 63]! : '='),
    )
  }
  return parts.join('')
}

/**
 * Reads base64 with padding. Every text that it accepts is the only one for its bytes.
 *
 * @throws {InvalidBase64Error} when the length is not a multiple of 4, another character stands in it,
 *   padding is missing, or bits behind the last byte are set.
 */
export function decodeBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0) throw new InvalidBase64Error(text, 'its length is not a multiple of 4')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  const digits = text.length - padding
  for (let index = 0, cursor = 0; index < digits; index += 4, cursor += 3) {
    const first = valueAt(text, index)
    const second = valueAt(text, index + 1)
    const third = index + 2 < digits ? valueAt(text, index + 2) : 0
    const fourth = index + 3 < digits ? valueAt(text, index + 3) : 0
    const word = (first << 18) | (second << 12) | (third << 6) | fourth
    if (index + 2 >= digits ? (word & 0xffff) !== 0 : index + 3 >= digits && (word & 0xff) !== 0) {
      throw new InvalidBase64Error(text, 'bits behind its last byte are set')
    }
    bytes[cursor] = word >> 16
    if (cursor + 1 < bytes.length) bytes[cursor + 1] = (word >> 8) & 255
    if (cursor + 2 < bytes.length) bytes[cursor + 2] = word & 255
  }
  return bytes
}

function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index)
  const value = code < 128 ? valueByCode[code]! : -1
  if (value < 0) {
    throw new InvalidBase64Error(
      text,
      `${JSON.stringify(text[index])} stands at character ${index + 1}`,
    )
  }
  return value
}

/** A text is not base64 as programs write it. */
export class InvalidBase64Error extends BaseError {
  override readonly code = 'invalid_base64'
  override readonly kind = 'invalid_input'

  constructor(text: string, reason: string) {
    const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text
    super({
      message: `${JSON.stringify(shown)} is not base64: ${reason}. Give base64 with its padding, without spaces.`,
      facts: { value: shown, reason },
    })
  }
}
