import { lesserOf } from '../base/order.ts'
import {
  boundVerdictOf,
  feesOfUpdate,
  type RateAccountant,
  type RateUpdate,
  type UpdateFees,
} from './rate-accountant.ts'
import type { RateStep } from './rate-step.ts'

/** An accountant that keeps a share at one whole base asset at most, as the chain stores it. */
export type FixedAccountant = Omit<RateAccountant, 'highwaterMark'> & {
  /** The fixed rate: 10 to the power of the base asset's decimals. It never changes. */
  readonly highwaterMark: bigint
  /** Earned above it and not claimed, net of fees, base units. */
  readonly yieldEarned: bigint
}

/** The result of an update of a fixed rate, base units of the base asset. */
type FixedYield = {
  /** All that lies above the fixed rate, before fees. */
  readonly yield: bigint
  readonly fees: UpdateFees
}

/**
 * Works out what an update within its bounds earns above the fixed rate, and the fees on it.
 *
 * Source: `AccountantWithFixedRate.updateExchangeRate`. Fees come out of the yield alone: where it does not
 * suffice for both, the platform goes without.
 *
 * @param update - new rate, supply and time.
 * @returns nothing of either up to the fixed rate.
 */
export function fixedYieldOf(accountant: FixedAccountant, update: RateUpdate): FixedYield {
  const { highwaterMark, sharesAtLastUpdate, shareDecimals } = accountant
  const { rate, totalShares } = update
  if (rate <= highwaterMark) return { yield: 0n, fees: { platform: 0n, performance: 0n } }
  const shares = lesserOf(totalShares, sharesAtLastUpdate)
  const earned = ((rate - highwaterMark) * shares) / 10n ** BigInt(shareDecimals)
  const { platform, performance } = feesOfUpdate(accountant, update)
  const isCovered = platform + performance <= earned
  return { yield: earned, fees: { platform: isCovered ? platform : 0n, performance } }
}

/**
 * Writes a new rate, up to the fixed one; what lies above becomes yield, net of fees.
 *
 * @param update - new rate, supply and time.
 * @returns the state after, or paused without yield; the contract's reason when it was paused.
 */
export function updateFixedRate(
  accountant: FixedAccountant,
  update: RateUpdate,
): RateStep<FixedAccountant> {
  if (accountant.isPaused) return { ok: false, reason: 'AccountantWithRateProviders__Paused' }
  const { highwaterMark, feesOwed, yieldEarned } = accountant
  const written = {
    ...accountant,
    exchangeRate: lesserOf(update.rate, highwaterMark),
    sharesAtLastUpdate: update.totalShares,
    updatedAtUnix: update.atUnix,
  }
  if (!boundVerdictOf(accountant, update).ok) {
    return { ok: true, accountant: { ...written, isPaused: true } }
  }
  const { yield: earned, fees } = fixedYieldOf(accountant, update)
  const taken = fees.platform + fees.performance
  return {
    ok: true,
    accountant: {
      ...written,
      feesOwed: feesOwed + taken,
      yieldEarned: yieldEarned + earned - taken,
    },
  }
}

/** Refuses to move the mark of a fixed rate: `resetHighwaterMark()`. */
export function resetFixedMark(): RateStep<FixedAccountant> {
  return { ok: false, reason: 'AccountantWithFixedRate__HighWaterMarkCannotChange' }
}
