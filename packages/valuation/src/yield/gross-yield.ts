import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { unitsOf } from '../base/ratio.ts'
import type { DayEnd } from '../base/result.ts'
import type { AccountantReading, VaultState } from '../base/vault-state.ts'
import { shareRateAt } from '../day/share-rate.ts'
import { annualYieldOf } from '../growth/annual-yield.ts'
import { type GrowthYield, knownOrReason } from '../growth/growth-yield.ts'

/** Seven days: their first and last end, and the six between, oldest first. */
export type Week = {
  readonly last: VaultState
  /** Null when it was not measured. */
  readonly first: VaultState | null
  readonly between: readonly (DayEnd | null)[]
}

const weekSeconds = 7n * 86_400n
const daySeconds = 86_400n
const yearBps = 10_000n * 31_536_000n

/**
 * Works out what a share would have earned, without fees: the platform fee on the rate that each
 * of the seven days began with, and the performance fee on what the high-water mark rose by.
 *
 * @returns fraction of a year, compounded; the reason of the growth when that is not known.
 */
export function grossYieldOf(week: Week, growth: GrowthYield): Known<string> {
  if (growth.apy.value === null) return growth.apy
  if (week.first === null) return unknownValue('The first day was not measured.')
  const [from, to] = [shareRateAt(week.first), shareRateAt(week.last)]
  if (from.value === null) return unknownValue(from.reason)
  if (to.value === null) return unknownValue(to.reason)
  const fees = feesOf(week, from.value.units)
  if (fees.value === null) return unknownValue(fees.reason)
  const gross = to.value.units + fees.value
  return knownOrReason(
    annualYieldOf({ from: from.value.units, to: gross, seconds: weekSeconds }),
    `A share went from ${from.value.units} to ${gross} base units before fees: in a year more than 10^30.`,
  )
}

/** Base units a whole share. */
function feesOf({ last, first, between }: Week, rate: bigint): Known<bigint> {
  const [before, after] = [first?.accountant ?? null, last.accountant]
  const decimals = last.base?.decimals ?? null
  if (before === null || after === null || decimals === null) {
    return unknownValue('The accountant of an end is not known.')
  }
  const ofMark = performanceFeesOf(before, after)
  if (ofMark.value === null) return ofMark
  const factor = BigInt(after.platformFeeBps) * daySeconds
  let [start, platform] = [rate, (rate * factor) / yearBps]
  for (let day = 0; day < 6; day += 1) {
    const price = between[day]?.sharePrice.value ?? null
    if (price !== null) start = unitsOf(price, decimals)
    platform += (start * factor) / yearBps
  }
  return knownValue(platform + ofMark.value)
}

function performanceFeesOf(before: AccountantReading, after: AccountantReading): Known<bigint> {
  const bps = BigInt(after.performanceFeeBps ?? 0)
  if (bps === 0n) return knownValue(0n)
  if (before.highwaterMark === null || after.highwaterMark === null) {
    return unknownValue('The high-water mark of an end is not known.')
  }
  const rise = BigInt(after.highwaterMark) - BigInt(before.highwaterMark)
  return knownValue(rise > 0n ? (rise * bps) / 10_000n : 0n)
}
