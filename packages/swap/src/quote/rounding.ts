/** Tokens that keep shares round a base unit or two. */
const maxRounded = 2n
/** Of fewer base units each one counts: a token of few decimals rounds nothing. */
const roundedFrom = 1_000_000n

/** Tells whether a token that keeps shares may have moved so much more or less than an amount. */
export function isRounding(difference: bigint, amount: bigint): boolean {
  if (difference === 0n) return true
  const size = difference < 0n ? -difference : difference
  return amount >= roundedFrom && size <= maxRounded
}

/** Tells whether a holder lost what was sold: never more, and less only by rounding. */
export function isSoldAs(sold: bigint, wanted: bigint): boolean {
  return sold <= wanted && isRounding(wanted - sold, wanted)
}
