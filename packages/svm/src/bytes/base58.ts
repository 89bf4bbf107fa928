import { BaseError } from '@vaultwright/base'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Digits are worked on five at a time: 58 to the fifth, times 65536, is exact in a double. */
const chunkBase = 58 ** 5
const chunkDigits = 5

/** The work grows with the square of the length, and nothing of Solana that is base58 is longer. */
const maxCharacters = 1024

const digitByCode = new Int8Array(128).fill(-1)
for (let digit = 0; digit < 58; digit++) digitByCode[alphabet.charCodeAt(digit)] = digit

/**
 * Prints bytes as base58, Bitcoin's alphabet.
 *
 * @param bytes - of any length; each zero byte in front becomes a `1`.
 */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  const chunks: number[] = []
  // An odd byte goes first, the rest in pairs.
  let index = zeros
  if ((bytes.length - zeros) % 2 === 1) chunks.push(bytes[index++]!)
  for (; index < bytes.length; index += 2) {
    let carry = bytes[index]! * 256 + bytes[index + 1]!
    for (let place = 0; place < chunks.length; place++) {
      const value = chunks[place]! * 65536 + carry
      carry = Math.floor(value / chunkBase)
      chunks[place] = value - carry * chunkBase
    }
    if (carry > 0) chunks.push(carry)
  }
  let text = '1'.repeat(zeros)
  for (let place = chunks.length - 1; place >= 0; place--) {
    const digits = printChunk(chunks[place]!)
    text += place === chunks.length - 1 ? digits.replace(/^1+/, '') : digits
  }
  return text
}

/**
 * Reads base58. Every text that it accepts is the only one for its bytes.
 *
 * @param text - digits of Bitcoin's alphabet · at most 1,024.
 * @throws {InvalidBase58Error} when another character stands in it or it is too long.
 */
export function decodeBase58(text: string): Uint8Array {
  if (text.length > maxCharacters) throw new InvalidBase58Error(text, maxCharacters)
  let zeros = 0
  while (text.charCodeAt(zeros) === 49) zeros++
  const limbs: number[] = []
  for (let start = zeros; start < text.length; ) {
    // The first chunk takes what is left over, so that all later ones are whole.
    const size = (text.length - start) % chunkDigits || chunkDigits
    let carry = 0
    for (let index = start; index < start + size; index++) {
      const code = text.charCodeAt(index)
      const digit = code < 128 ? digitByCode[code]! : -1
      if (digit < 0) throw new InvalidBase58Error(text, index)
      carry = carry * 58 + digit
    }
    for (let place = 0; place < limbs.length; place++) {
      const value = limbs[place]! * chunkBase + carry
      carry = Math.floor(value / 65536)
      limbs[place] = value - carry * 65536
    }
    for (; carry > 0; carry = Math.floor(carry / 65536)) limbs.push(carry % 65536)
    start += size
  }
  const isHalf = limbs.length > 0 && limbs.at(-1)! < 256
  const bytes = new Uint8Array(zeros + limbs.length * 2 - (isHalf ? 1 : 0))
  for (let place = 0, end = bytes.length - 1; place < limbs.length; place++, end -= 2) {
    bytes[end] = limbs[place]! & 255
    if (end > zeros) bytes[end - 1] = limbs[place]! >> 8
  }
  return bytes
}

function printChunk(chunk: number): string {
  let digits = ''
  for (let count = 0, remainder = chunk; count < chunkDigits; count++) {
    digits = alphabet[remainder % 58]! + digits
    remainder = Math.floor(remainder / 58)
  }
  return digits
}

/** A text is not base58. */
export class InvalidBase58Error extends BaseError {
  override readonly code = 'invalid_base58'
  override readonly kind = 'invalid_input'

  constructor(text: string, position: number) {
    const shown = text.length > 90 ? `${text.slice(0, 87)}...` : text
    const isLong = text.length > maxCharacters
    super({
      message: isLong
        ? `A base58 text of ${text.length} characters is too long. Give at most ${maxCharacters}.`
        : `${JSON.stringify(shown)} is not base58: ${JSON.stringify(text[position])} stands at character ${position + 1}. Give digits and letters without 0, O, I and l.`,
      facts: { value: shown, position },
    })
  }
}
