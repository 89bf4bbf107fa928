/** Picks the lesser of two amounts. */
export function lesserOf(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

/** Picks the greater of two amounts. */
export function greaterOf(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}
