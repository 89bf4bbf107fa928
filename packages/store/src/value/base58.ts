/** The digits of base58: no zero, no O, no I, no l. Source: Bitcoin's addresses. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Prints bytes as one number in base58, with as many digits as are wanted. */
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

/** Tells whether a text is made of base58 digits. */
export function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text)
}
