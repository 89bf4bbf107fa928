import type { SvmAddress } from './address.ts'

/**
 * Compares two addresses in the order in which clients list a transaction's accounts: by letters, whatever
 * their case, then small letters first.
 *
 * @returns below zero when the left one comes first, zero when both are the same.
 */
export function compareSvmAddresses(left: SvmAddress, right: SvmAddress): number {
  const length = Math.min(left.length, right.length)
  let byCase = 0
  for (let index = 0; index < length; index++) {
    const first = left.charCodeAt(index)
    const second = right.charCodeAt(index)
    if (first === second) continue
    // Digits come before letters in either case, and bit 5 is all that their cases differ in.
    const difference = (first | 32) - (second | 32)
    if (difference !== 0) return difference
    if (byCase === 0) byCase = second - first
  }
  return left.length - right.length || byCase
}
