/**
 * Picks the lesser of two amounts.
 *
 * @param left - an amount.
 * @param right - an amount.
 * @returns the one that is not more than the other.
 */
export function lesserOf(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

/**
 * Picks the greater of two amounts.
 *
 * @param left - an amount.
 * @param right - an amount.
 * @returns the one that is not less than the other.
 */
export function greaterOf(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
