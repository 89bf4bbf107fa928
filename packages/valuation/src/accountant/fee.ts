const yearSeconds = 31_536_000n
const bps = 10_000n

/** The base of a platform fee. */
type PlatformFee = {
  /** Shares that were there all the time. */
  readonly shares: bigint
  /** Base units a whole share: the lesser of the rate before and after. */
  readonly rate: bigint
  /** Units of one whole share. */
  readonly wholeShare: bigint
  /** A year, in bps of 10,000. */
  readonly feeBps: bigint
  /** Seconds that it is charged for. */
  readonly seconds: bigint
}

/** The base of a performance fee. */
type PerformanceFee = {
  /** Shares that were there all the time. */
  readonly shares: bigint
  /** New rate, base units a whole share. */
  readonly rate: bigint
  /** The highest rate that was charged before; null where the accountant has no mark, nor the fee. */
  readonly mark: bigint | null
  /** Units of one whole share. */
  readonly wholeShare: bigint
  /** Of what the rate rose above the mark, in bps of 10,000. */
  readonly feeBps: bigint
}

/**
 * Works out the platform fee of a span of time, each step rounded down.
 *
 * Source: `_platformFee` of the accountants.
 *
 * @param fee - shares, rate, bps and seconds.
 * @returns base units of the base asset.
 */
export function platformFeeOf({ shares, rate, wholeShare, feeBps, seconds }: PlatformFee): bigint {
  return (((((shares * rate) / wholeShare) * feeBps) / bps) * seconds) / yearSeconds
}

/**
 * Works out the performance fee of a rate that rose above the high-water mark, each step rounded down.
 *
 * Source: `_feesAt` of the accountants.
 *
 * @param fee - shares, rate, mark and bps.
 * @returns base units of the base asset; 0 up to the mark, and where there is none.
 */
export function performanceFeeOf({
  shares,
  rate,
  mark,
  wholeShare,
  feeBps,
}: PerformanceFee): bigint {
  if (mark === null || rate <= mark) return 0n
  return ((((rate - mark) * shares) / wholeShare) * feeBps) / bps
}
