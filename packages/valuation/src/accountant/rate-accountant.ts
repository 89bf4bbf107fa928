import { type Verdict, verdictOf } from '@vaultwright/base'
import { lesserOf } from '../base/order.ts'
import { performanceFeeOf, platformFeeOf } from './fee.ts'

/** An accountant whose rate an updater writes, as the chain stores it. */
export type RateAccountant = {
  /** Decimals of the vault's shares · 0 to 27. */
  readonly shareDecimals: number
  /** Bps a year. */
  readonly platformFeeBps: bigint
  /** Bps of what exceeds the mark; 0 in the legacy layout. */
  readonly performanceFeeBps: bigint
  /** Highest and lowest new rate, in bps of the one before. */
  readonly upperBps: bigint
  readonly lowerBps: bigint
  /** Seconds between two updates at least. */
  readonly minimumDelay: bigint
  /** Base units a whole share. */
  readonly exchangeRate: bigint
  /** Null in the legacy layout, which has none. */
  readonly highwaterMark: bigint | null
  /** Base units of the base asset. */
  readonly feesOwed: bigint
  readonly sharesAtLastUpdate: bigint
  readonly updatedAtUnix: bigint
  readonly isPaused: boolean
}

/** A new rate that an updater writes. */
export type RateUpdate = {
  /** Base units a whole share. */
  readonly rate: bigint
  /** Shares in being. */
  readonly totalShares: bigint
  /** Time of the block, not before the last update · unix seconds. */
  readonly atUnix: bigint
}

/** Fees that an update charges, base units of the base asset. */
export type UpdateFees = { readonly platform: bigint; readonly performance: bigint }

/** The part of an accountant that bounds an update. */
type RateBounds = Pick<
  RateAccountant,
  'exchangeRate' | 'upperBps' | 'lowerBps' | 'updatedAtUnix' | 'minimumDelay'
>

/** Why an update pauses the accountant. */
type BoundReason = 'too_soon' | 'above_upper_bound' | 'below_lower_bound'

/**
 * Tells whether an update keeps to the accountant's bounds. One that does not pauses it, and is written
 * all the same.
 *
 * Source: `_shouldPause` of the accountants.
 *
 * @returns ok, or every bound that it leaves.
 */
export function boundVerdictOf(
  accountant: RateBounds,
  { rate, atUnix }: Pick<RateUpdate, 'rate' | 'atUnix'>,
): Verdict<BoundReason> {
  const { exchangeRate, upperBps, lowerBps, updatedAtUnix, minimumDelay } = accountant
  const reasons: BoundReason[] = []
  if (atUnix < updatedAtUnix + minimumDelay) reasons.push('too_soon')
  if (rate > (exchangeRate * upperBps) / 10_000n) reasons.push('above_upper_bound')
  if (rate < (exchangeRate * lowerBps) / 10_000n) reasons.push('below_lower_bound')
  return verdictOf(reasons)
}

/**
 * Works out the fees of an update within its bounds.
 *
 * Source: `_feesAt` of the accountants. Only shares that were there at the last update and still are bear
 * fees, the platform's at the lesser of the two rates.
 *
 * @param update - new rate, supply and time.
 * @returns base units of the base asset.
 */
export function feesOfUpdate(
  accountant: RateAccountant,
  { rate, totalShares, atUnix }: RateUpdate,
): UpdateFees {
  const { exchangeRate, highwaterMark, sharesAtLastUpdate, updatedAtUnix } = accountant
  const shares = lesserOf(totalShares, sharesAtLastUpdate)
  const wholeShare = 10n ** BigInt(accountant.shareDecimals)
  return {
    platform: platformFeeOf({
      shares,
      rate: lesserOf(rate, exchangeRate),
      wholeShare,
      feeBps: accountant.platformFeeBps,
      seconds: atUnix - updatedAtUnix,
    }),
    performance: performanceFeeOf({
      shares,
      rate,
      mark: highwaterMark,
      wholeShare,
      feeBps: accountant.performanceFeeBps,
    }),
  }
}
