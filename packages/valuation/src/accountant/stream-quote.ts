import { type Stream, shareRateOf, wholeShareOf } from './stream.ts'

/**
 * Prices a deposit of the base asset, as the streaming teller does after it updated the accountant.
 *
 * The teller divides by the rate plus one, so that no rounding can favour who enters.
 *
 * @param amount - base units.
 * @param atUnix - unix seconds.
 * @returns share units, rounded down.
 */
export function sharesOf(stream: Stream, amount: bigint, atUnix: bigint): bigint {
  return (amount * wholeShareOf(stream.terms)) / (shareRateOf(stream, atUnix) + 1n)
}

/**
 * Prices a withdrawal into the base asset, as the streaming teller does after it updated the accountant.
 *
 * @param shares - share units.
 * @param atUnix - unix seconds.
 * @returns base units, rounded down.
 */
export function assetsOf(stream: Stream, shares: bigint, atUnix: bigint): bigint {
  return (shares * shareRateOf(stream, atUnix)) / wholeShareOf(stream.terms)
}
