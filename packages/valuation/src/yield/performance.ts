import { printUnits } from '@vaultwright/base'
import {
  type Flag,
  firstReasonOf,
  type Known,
  knownValue,
  unknownValue,
} from '../base/known-value.ts'
import { unitsOf } from '../base/ratio.ts'
import type { PerformanceInputs, PerformanceReceipt, PerformanceResult } from '../base/result.ts'
import type { AccountantReading } from '../base/vault-state.ts'
import { acrossChainsOf } from '../day/across-chain.ts'
import { type ChainDays, chainDaysOf } from '../day/chain-day.ts'
import { dayEndOf } from '../day/daily.ts'
import { shiftDay } from '../day/day.ts'
import { shareValuesOf } from '../day/share-value.ts'
import { unpricedOf } from '../day/worth.ts'
import { worthFlagsOf } from '../day/worth-flag.ts'
import { fallFlagsOf, type GrowthYield, growthYieldOf } from '../growth/growth-yield.ts'
import {
  contributionOf,
  maturityResultsOf,
  protocolResultsOf,
  type YieldPart,
  yieldPartsOf,
} from './breakdown.ts'
import { grossYieldOf, type Week } from './gross-yield.ts'
import { holdingYields, type YieldRule } from './holding-growth.ts'
import { wholePathYields } from './whole-path-yield.ts'

/** The yield rule of each version of the formula. */
const yieldRules = {
  'performance@1': wholePathYields,
  'performance@2': holdingYields,
} as const satisfies Readonly<Record<string, YieldRule>>

/** A version of the formula that gives the performance of seven days. */
export type PerformanceFormula = keyof typeof yieldRules

/** Name and version of the formula that gives the performance of seven days. */
export const performanceFormula: PerformanceFormula = 'performance@2'

/** Every version, oldest first: receipts name the one that they were computed by. */
export const performanceFormulas = Object.keys(yieldRules) as readonly PerformanceFormula[]

/** Tells whether a name is that of a version of the performance formula. */
export function isPerformanceFormula(formula: string): formula is PerformanceFormula {
  return Object.hasOwn(yieldRules, formula)
}

const weekSeconds = 7n * 86_400n

/**
 * Works out how a vault did on a chain in the seven days that end with a day.
 *
 * @param given - the last day, the first and those between, and the vault's other chains.
 * @returns the yield, its parts and what they leave unexplained, with what all was computed from.
 * @throws {MalformedDayError} when the day is none of the calendar.
 */
export function performOver(given: PerformanceInputs): PerformanceReceipt {
  return performBy(performanceFormula, given)
}

/** Works out the performance as a version of the formula does. */
export function performBy(
  formula: PerformanceFormula,
  given: PerformanceInputs,
): PerformanceReceipt {
  const { chain, day, last, first, between, others: otherChains } = given
  const inputs = { chain, day, last, first, between, others: otherChains }
  return { formula, inputs, result: resultOf(inputs, yieldRules[formula]) }
}

function resultOf(inputs: PerformanceInputs, rule: YieldRule): PerformanceResult {
  const week = weekOf(inputs)
  const growth = growthOf(week)
  const grossApy = grossYieldOf(week, growth)
  const feeDrag = combined([grossApy, growth.apy], ([gross, net]) =>
    gross! > net! ? gross! - net! : 0n,
  )
  const chains = chainDaysOf({ ...inputs, first: week.first })
  const parts = yieldPartsOf(chains, rule)
  const real = realYieldOf(parts, chains.net)
  const maturityApy = maturityYieldSumOf(parts, chains.net)
  const residual = combined(
    [growth.apy, real.apy, maturityApy, feeDrag],
    ([apy, ofReal, ofMaturity, drag]) => apy! - (ofReal! + ofMaturity! - drag!),
  )
  const net = chains.net.value
  const isShared = net !== null && net > 0n
  return {
    ...growth,
    grossApy,
    ...feesOf(week.last.accountant),
    realApy: real.apy,
    maturityApy,
    feeDrag,
    residual,
    real: isShared ? protocolResultsOf(parts, net) : [],
    maturities: isShared ? maturityResultsOf(parts, net) : [],
    acrossChains: acrossChainsOf(chains),
    flags: [
      ...weekFlagsOf(week),
      ...chainFlagsOf(chains),
      ...unpricedFlagsOf(chains),
      ...real.flags,
      ...residualFlagsOf(residual),
    ],
  }
}

/** A first day that is not seven days before is none. */
function weekOf({ last, first, between }: PerformanceInputs): Week {
  return { last, between, first: first?.day === shiftDay(last.day, -7) ? first : null }
}

function growthOf({ last, first }: Week): GrowthYield {
  if (first !== null) {
    return growthYieldOf({ from: dayEndOf(first), to: dayEndOf(last), seconds: weekSeconds })
  }
  const reason = `The first day, ${shiftDay(last.day, -7)}, was not measured.`
  return { apy: unknownValue(reason), apr: unknownValue(reason) }
}

function feesOf(
  accountant: AccountantReading | null,
): Pick<PerformanceResult, 'platformFee' | 'performanceFee'> {
  if (accountant === null) {
    const reason = 'The vault had no accountant that could be read.'
    return { platformFee: unknownValue(reason), performanceFee: unknownValue(reason) }
  }
  const { platformFeeBps, performanceFeeBps } = accountant
  return {
    platformFee: knownValue(printUnits(BigInt(platformFeeBps), 4)),
    performanceFee:
      performanceFeeBps === null || performanceFeeBps === 0
        ? unknownValue('none')
        : knownValue(printUnits(BigInt(performanceFeeBps), 4)),
  }
}

/** Whole numbers of 10^-18 in, and out; the first reason when one is not known. */
function combined(
  terms: readonly Known<string>[],
  combine: (units: readonly bigint[]) => bigint,
): Known<string> {
  const units: bigint[] = []
  for (const term of terms) {
    if (term.value === null) return term
    units.push(unitsOf(term.value, 18))
  }
  return knownValue(printUnits(combine(units), 18))
}

/** A residual beyond this is flagged: 0.01 in units of 10^-18. */
const residualLimit = 10n ** 16n

/**
 * Lists what a reader of the yield of a week must know of its days.
 *
 * @returns flags of the last day's share, of a price that fell, of pauses on the way.
 */
function weekFlagsOf({ last, first, between }: Week): readonly Flag[] {
  const start = first === null ? null : dayEndOf(first)
  const paused = [start, ...between].flatMap((end) => (end?.isPaused === true ? [end.day] : []))
  const flags = [...shareValuesOf(last).flags, ...fallFlagsOf(start, dayEndOf(last))]
  if (paused.length === 0) return flags
  const reason = `The accountant was paused at the end of ${paused.join(', ')}.`
  return [...flags, { flag: 'paused', reason }]
}

/** Lists what a reader of a breakdown must know of the chains it is made from. */
function chainFlagsOf({ days, missing }: ChainDays): readonly Flag[] {
  const flags = days.flatMap(({ chain, last }) =>
    worthFlagsOf(last).map(({ flag, reason }) => ({ flag, reason: `${chain}: ${reason}` })),
  )
  if (missing.length === 0) return flags
  const reason = `The day was not measured on: ${missing.join(', ')}.`
  return [...flags, { flag: 'partial', reason }]
}

/**
 * Lists what no yield of a breakdown counts, because its worth is not known.
 *
 * @returns a flag that names each such holding with its chain; none when all have a worth.
 */
function unpricedFlagsOf({ days }: ChainDays): readonly Flag[] {
  const reasons = days.flatMap(({ chain, worth }) =>
    unpricedOf(worth.holdings).map((one) => `${chain}: ${one}`),
  )
  if (reasons.length === 0) return []
  return [{ flag: 'partial', reason: `The yields leave out: ${reasons.sort().join(' ')}` }]
}

/** Tells of a yield that its parts do not explain. */
function residualFlagsOf({ value }: Known<string>): readonly Flag[] {
  if (value === null) return []
  const units = unitsOf(value, 18)
  if (units <= residualLimit && units >= -residualLimit) return []
  return [{ flag: 'unexplained', reason: `The parts leave ${value} a year unexplained.` }]
}

/** A yield of the whole, and what it leaves out. */
type YieldSum = { readonly apy: Known<string>; readonly flags: readonly Flag[] }

/**
 * Adds up the variable yield of what a vault holds.
 *
 * @returns fraction of a year on the net assets. Parts of unknown yield are left out, and named, when
 * together they are at most 1 % of all that is held and owed.
 */
function realYieldOf(parts: readonly YieldPart[], net: Known<bigint>): YieldSum {
  const real = parts.filter(({ valued }) => valued.holding.maturityUnix === null)
  const reason = reasonAgainst(net)
  if (net.value === null || reason !== null) return { apy: unknownValue(reason ?? ''), flags: [] }
  const open = real.filter(({ apy, worth }) => apy.value === null && worth !== 0n)
  const reasons = open.map(({ chain, apy }) => `${chain}: ${apy.reason}`).sort()
  if (sizeOf(open) * 100n > sizeOf(parts)) {
    return {
      apy: unknownValue(`The earnings of more than 1 % are unknown. ${reasons.join(' ')}`),
      flags: [],
    }
  }
  const closed = real.filter(({ apy }) => apy.value !== null)
  return {
    apy: knownValue(contributionOf(closed, net.value)),
    flags:
      open.length === 0
        ? []
        : [{ flag: 'partial', reason: `The real yield leaves out: ${reasons.join(' ')}` }],
  }
}

/**
 * Adds up the fixed yield of what a vault holds to a maturity.
 *
 * @returns fraction of a year on the net assets; 0 when there is no such holding.
 */
function maturityYieldSumOf(parts: readonly YieldPart[], net: Known<bigint>): Known<string> {
  const fixed = parts.filter(({ valued }) => valued.holding.maturityUnix !== null)
  if (fixed.length === 0) return knownValue('0')
  const reason = reasonAgainst(net)
  if (net.value === null || reason !== null) return unknownValue(reason ?? '')
  const open = firstReasonOf(fixed.map(({ apy }) => apy))
  return open === null ? knownValue(contributionOf(fixed, net.value)) : unknownValue(open)
}

function reasonAgainst(net: Known<bigint>): string | null {
  if (net.value === null) return net.reason
  return net.value <= 0n ? 'Net assets are not above zero.' : null
}

/** The sum of holdings and debts. */
function sizeOf(parts: readonly YieldPart[]): bigint {
  return parts.reduce((sum, { worth }) => sum + (worth < 0n ? -worth : worth), 0n)
}
