import { printRounded } from '../base/ratio.ts'

/** The settings of a yield-streaming accountant: decided at its deployment, changed by its owner. */
export type StreamTerms = {
  /** Decimals of the vault's shares · 0 to 27. */
  readonly shareDecimals: number
  /** Base units a year of every whole, in bps of 10,000. */
  readonly platformFeeBps: bigint
  /** Part of every rise above the high-water mark, in bps of 10,000. */
  readonly performanceFeeBps: bigint
  /** Seconds between two acts of the strategist. */
  readonly minimumUpdateDelay: bigint
  /** Seconds that a yield vests at least. */
  readonly minimumVestingTime: bigint
  /** Seconds that a yield vests at most. */
  readonly maximumVestingTime: bigint
  /** Highest yield a day, in bps of the average assets. */
  readonly maxDeviationYieldBps: bigint
  /** Highest fall of the share price that one loss may cause without a pause, in bps. */
  readonly maxDeviationLossBps: bigint
}

/** A yield-streaming accountant and its vault's supply at one moment, as the chain stores them. */
export type Stream = {
  readonly terms: StreamTerms
  /** Shares in being. */
  readonly totalShares: bigint
  /** Booked base units a share. */
  readonly sharePrice: bigint
  /** The same at 27 more decimals: what roundings do not reach. */
  readonly virtualSharePriceRay: bigint
  /** Base units that are given but not booked yet. */
  readonly vestingGains: bigint
  readonly vestingBookedAtUnix: bigint
  readonly vestingStartsAtUnix: bigint
  readonly vestingEndsAtUnix: bigint
  /** Shares times seconds since the deployment, from which the average supply follows. */
  readonly cumulativeSupply: bigint
  /** The same when the last yield was given. */
  readonly cumulativeSupplyLast: bigint
  readonly observedAtUnix: bigint
  readonly strategistActedAtUnix: bigint
  readonly highwaterMark: bigint
  readonly feesOwed: bigint
  readonly sharesAtLastUpdate: bigint
  /** The last booked rate: what `accountantState` holds, not the price of this moment. */
  readonly exchangeRate: bigint
  readonly updatedAtUnix: bigint
  readonly isPaused: boolean
}

/** The part of a stream from which the price of a share follows. */
export type StreamPrice = Pick<
  Stream,
  'totalShares' | 'sharePrice' | 'vestingGains' | 'vestingBookedAtUnix' | 'vestingEndsAtUnix'
> & { readonly terms: Pick<StreamTerms, 'shareDecimals'> }

/** The bounds that the contract starts with. */
export const defaultStreamBounds = {
  minimumVestingTime: 86_400n,
  maximumVestingTime: 604_800n,
  maxDeviationYieldBps: 500n,
  maxDeviationLossBps: 100n,
} as const

/** Units of a ray: 10^27. */
export const ray = 10n ** 27n

/**
 * Makes the state of a freshly deployed accountant.
 *
 * @param terms - fees and bounds in bps, times in seconds.
 * @param startingRate - base units a whole share.
 * @param atUnix - time of the deployment, unix seconds.
 * @returns a stream without shares and without gains.
 */
export function openStream(terms: StreamTerms, startingRate: bigint, atUnix: bigint): Stream {
  return {
    terms,
    totalShares: 0n,
    sharePrice: startingRate,
    virtualSharePriceRay: (startingRate * ray) / wholeShareOf(terms),
    vestingGains: 0n,
    vestingBookedAtUnix: atUnix,
    vestingStartsAtUnix: atUnix,
    vestingEndsAtUnix: atUnix,
    cumulativeSupply: 0n,
    cumulativeSupplyLast: 0n,
    observedAtUnix: atUnix,
    strategistActedAtUnix: atUnix,
    highwaterMark: startingRate,
    feesOwed: 0n,
    sharesAtLastUpdate: 0n,
    exchangeRate: startingRate,
    updatedAtUnix: atUnix,
    isPaused: false,
  }
}

/**
 * Reads the price of a share: `getRate()`.
 *
 * @param atUnix - time of the block, not before the last act · unix seconds.
 * @returns base units a whole share, rounded down.
 */
export function shareRateOf(stream: StreamPrice, atUnix: bigint): bigint {
  if (stream.totalShares === 0n || vestedGainsOf(stream, atUnix) === 0n) return stream.sharePrice
  return (totalAssetsOf(stream, atUnix) * wholeShareOf(stream.terms)) / stream.totalShares
}

/**
 * Reads what all shares are worth: `totalAssets()`.
 *
 * @param atUnix - unix seconds.
 * @returns base units, booked and vested, not what still vests.
 */
export function totalAssetsOf(stream: StreamPrice, atUnix: bigint): bigint {
  return bookedAssetsOf(stream) + vestedGainsOf(stream, atUnix)
}

/**
 * Reads the gains that have vested and are not booked: `getPendingVestingGains()`.
 *
 * @param atUnix - unix seconds.
 * @returns base units, rounded down.
 */
export function vestedGainsOf(stream: StreamPrice, atUnix: bigint): bigint {
  const { vestingGains, vestingBookedAtUnix, vestingEndsAtUnix } = stream
  if (atUnix >= vestingEndsAtUnix || vestingGains === 0n) return vestingGains
  return (vestingGains * (atUnix - vestingBookedAtUnix)) / (vestingEndsAtUnix - vestingBookedAtUnix)
}

/**
 * Reads the gains that still vest: `getPendingUnvestedGains()`.
 *
 * @param atUnix - unix seconds.
 * @returns base units; 0 from the end of the vesting on.
 */
export function unvestedGainsOf(stream: Stream, atUnix: bigint): bigint {
  return stream.vestingGains - vestedGainsOf(stream, atUnix)
}

/**
 * Reads what all shares are worth at the booked price.
 *
 * @returns base units, rounded down.
 */
export function bookedAssetsOf(stream: StreamPrice): bigint {
  return (stream.sharePrice * stream.totalShares) / wholeShareOf(stream.terms)
}

/**
 * Reads the units of one whole share.
 *
 * @returns 10 to the power of the share's decimals.
 */
export function wholeShareOf(terms: StreamPrice['terms']): bigint {
  return 10n ** BigInt(terms.shareDecimals)
}

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

const yearSeconds = 31_536_000n

/**
 * Works out what a stream that goes on as it does would give in a year, without putting it to work again.
 *
 * Dilution is not foreseen: who enters while gains vest shares them.
 *
 * @param atUnix - unix seconds.
 * @returns fraction as an exact decimal of 18 places, rounded half away from zero; 0 when nothing vests,
 * and from the end of the vesting on; null when there are no assets to give it on.
 */
export function forwardRateOf(stream: Stream, atUnix: bigint): string | null {
  const { vestingGains, vestingBookedAtUnix, vestingEndsAtUnix } = stream
  if (vestingGains === 0n || atUnix >= vestingEndsAtUnix || atUnix < vestingBookedAtUnix) return '0'
  const assets = bookedAssetsOf(stream)
  if (assets === 0n) return null
  const above = vestingGains * yearSeconds
  return printRounded({ above, below: (vestingEndsAtUnix - vestingBookedAtUnix) * assets }, 18)
}
