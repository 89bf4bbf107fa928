/** The digits of base58: no zero, no O, no I, no l. Source: Bitcoin's addresses. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Prints bytes as one number in base58, with as many digits as are wanted.
 *
 * @param bytes - big endian · at most what `width` digits can say.
 * @param width - digits · filled with `1` on the left; of a larger number the last ones remain.
 * @returns the digits.
 */
export function printBase58(bytes: Uint8Array, width: number): string {
  let value = 0n
  for (const byte of bytes) value = value * 256n + BigInt(byte)
  let text = ''
  for (let index = 0; index < width; index++) {
    text = alphabet[Number(value % 58n)]! + text
    value /= 58n
  }
  return text
}

/**
 * Tells whether a text is made of base58 digits.
 *
 * @param text - any text.
 * @returns true when every character is one.
 */
export function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text)
}
