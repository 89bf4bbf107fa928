import { printUnits } from '@vaultwright/base'
import {
  type Flag,
  type Known,
  knownValue,
  type Receipt,
  unknownValue,
} from '../base/known-value.ts'
import { shiftDay } from '../day/day.ts'
import { lateSeconds } from '../day/day-flag.ts'
import {
  fallFlagsOf,
  type GrowthEnd,
  type GrowthYield,
  growthYieldOf,
} from '../growth/growth-yield.ts'
import type { SvmDailyInputs, SvmDayState } from './svm-state.ts'
import { isHeldState, type SvmWorth, svmWorthFlagsOf, svmWorthOf } from './svm-worth.ts'

/** Name and version of the formula that gives a daily point of a Solana vault, with what it held. */
export const svmDailyFormula = 'svm_daily@2'

/** The version for days that were read before holdings were. */
export const firstSvmDailyFormula = 'svm_daily@1'

/** The values of a Solana vault at the end of a day. Amounts are exact decimals in whole units. */
type SvmDayValue = {
  /** Of one share, in the base asset. */
  readonly sharePrice: string
  /** Share price times supply in the base asset, rounded down to a base unit. */
  readonly totalAssets: string
  /** Shares. */
  readonly totalSupply: string
}

/** A Solana vault's daily point: growth from the day before, and what the day was. */
type SvmDailyResult = SvmDayValue & {
  /** Fraction of a year, compounded; null with a reason. */
  readonly dailyApy: Known<string>
  /** The same growth without compounding: what it is in 365 days. */
  readonly dailyApr: Known<string>
  /** The holdings and their worth; absent where they were not read. */
  readonly worth?: SvmWorth
  readonly flags: readonly Flag[]
}

/** Receipt of a Solana vault's daily point. */
export type SvmDailyReceipt = Receipt<SvmDailyInputs, SvmDailyResult>

const daySeconds = 86_400n

/**
 * Works out what a Solana vault was at the end of a day.
 *
 * @returns exact decimals; a vault's rate and supply are always there when its accounts were read.
 */
export function svmDayValueOf({ base, share, exchangeRate }: SvmDayState): SvmDayValue {
  const units = (BigInt(exchangeRate) * BigInt(share.supply)) / 10n ** BigInt(share.decimals)
  return {
    sharePrice: printUnits(BigInt(exchangeRate), base.decimals),
    totalAssets: printUnits(units, base.decimals),
    totalSupply: printUnits(BigInt(share.supply), share.decimals),
  }
}

/**
 * Works out the daily point of a Solana vault: what a share grew by since the day before.
 *
 * @param inputs - the day, and the day before it in the calendar, null when it was not read.
 * @returns the point with what it was computed from.
 * @throws {MalformedDayError} when the day is not one of the calendar.
 */
export function growSvmDay({ today, before }: SvmDailyInputs): SvmDailyReceipt {
  const dayBefore = shiftDay(today.day, -1)
  const start = before?.day === dayBefore ? before : null
  const { apy, apr } = svmGrowthOf(start, today, { firstDay: dayBefore, seconds: daySeconds })
  const growth = { ...svmDayValueOf(today), dailyApy: apy, dailyApr: apr }
  const flags = svmFlagsOf(start, today)
  const inputs = { today, before: before === null ? null : withoutHeld(before) }
  if (!isHeldState(today)) {
    return { formula: firstSvmDailyFormula, inputs, result: { ...growth, flags } }
  }
  const result = {
    ...growth,
    worth: svmWorthOf(today),
    flags: [...flags, ...svmWorthFlagsOf(today)],
  }
  return { formula: svmDailyFormula, inputs, result }
}

/** Takes from a day what the growth of a share asks for. */
export function withoutHeld({ held: _, ...state }: SvmDayState): SvmDayState {
  return state
}

/** The span of a growth between two days. */
type SvmSpan = { readonly firstDay: string; readonly seconds: bigint }

/** Works out the yield of a share between two days; the same reason for both when it is not known. */
export function svmGrowthOf(
  first: SvmDayState | null,
  last: SvmDayState,
  { firstDay, seconds }: SvmSpan,
): GrowthYield {
  if (first === null) return unknownGrowth(`The first day, ${firstDay}, was not read.`)
  const paused = [first, last].find(({ isPaused }) => isPaused)
  if (paused !== undefined) {
    return unknownGrowth(`The vault was paused at the end of ${paused.day}.`)
  }
  return growthYieldOf({ from: endOf(first), to: endOf(last), seconds })
}

/**
 * Lists what a reader of a day's values must know.
 *
 * @param first - the day that it is compared with; null without one.
 * @returns flags: the pause, a rate beyond its bounds, a late update, nothing where there should be something, a fall.
 */
export function svmFlagsOf(first: SvmDayState | null, last: SvmDayState): readonly Flag[] {
  const { share, exchangeRate, isPaused, updatedAtUnix, atUnix } = last
  const flags: Flag[] = []
  if (isPaused) flags.push({ flag: 'paused', reason: 'The vault is paused.' })
  if (isPaused && first !== null) flags.push(...boundFlags(first, last))
  if (BigInt(updatedAtUnix) + lateSeconds < BigInt(atUnix)) {
    const reason = `The rate was last updated at ${updatedAtUnix}, more than three days before ${atUnix}.`
    flags.push({ flag: 'late', reason })
  }
  if (share.supply === '0') flags.push({ flag: 'zero', reason: 'There are no shares.' })
  if (exchangeRate === '0') flags.push({ flag: 'zero', reason: 'The rate of a share is zero.' })
  return [...flags, ...fallFlagsOf(first === null ? null : endOf(first), endOf(last))]
}

/** An update beyond its bounds, or too soon, pauses the vault and stores the rate: the served price is that rate. */
function boundFlags(first: SvmDayState, last: SvmDayState): readonly Flag[] {
  const [from, to] = [BigInt(first.exchangeRate), BigInt(last.exchangeRate)]
  const { upperBps, lowerBps } = last.bounds
  const isWithin =
    to <= (from * BigInt(upperBps)) / 10_000n && to >= (from * BigInt(lowerBps)) / 10_000n
  if (isWithin || first.base.mint !== last.base.mint) return []
  const moved = `The rate went from ${from} on ${first.day} to ${to}`
  const reason = `${moved}, beyond its bounds of ${lowerBps} and ${upperBps} bps, and the vault is paused.`
  return [{ flag: 'out_of_bounds', reason }]
}

function endOf(state: SvmDayState): GrowthEnd {
  const { day, base } = state
  const sharePrice = knownValue(svmDayValueOf(state).sharePrice)
  return { day, base: base.mint, sharePrice, isPaused: false }
}

function unknownGrowth(reason: string): GrowthYield {
  return { apy: unknownValue(reason), apr: unknownValue(reason) }
}
