import { type Hex, parseHexOf } from './hex.ts'

/** A 20-byte account in its EIP-55 spelling, so that equal accounts are equal texts. */
export type Address = Hex

/** The account of twenty zero bytes, which has no owner. */
export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

/**
 * Reads the twenty bytes of an address, in any letter case.
 *
 * @param address - `0x` and 40 digits.
 * @returns 20 bytes.
 * @throws {InvalidHexError} when it is not hex of 20 bytes.
 */
export function addressBytesOf(address: string): Uint8Array {
  return parseHexOf(address, 20)
}

/** True for 0x and 40 hex digits in any letter case; a checksum is not judged. */
export function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/**
 * Tells whether two addresses are the same account, whatever their letter case.
 *
 * @returns true for the same twenty bytes.
 */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  // Of two accounts most differ in the last digit, whose letter case is one bit.
  const differing = one.charCodeAt(41) ^ other.charCodeAt(41)
  return (differing | caseBit) === caseBit && one.toLowerCase() === other.toLowerCase()
}

const caseBit = 32
