import { printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { unitsOf } from '../base/ratio.ts'
import type { PerformanceInputs, PerformanceReceipt, PerformanceResult } from '../base/result.ts'
import type { AccountantReading } from '../base/vault-state.ts'
import { acrossChainsOf } from '../day/across-chain.ts'
import { chainDaysOf } from '../day/chain-day.ts'
import { dayEndOf } from '../day/daily.ts'
import { shiftDay } from '../day/day.ts'
import { type GrowthYield, growthYieldOf } from '../growth/growth-yield.ts'
import { maturityResultsOf, protocolResultsOf, yieldPartsOf } from './breakdown.ts'
import { grossYieldOf, type Week } from './gross-yield.ts'
import { chainFlagsOf, residualFlagsOf, unpricedFlagsOf, weekFlagsOf } from './performance-flag.ts'
import { maturityYieldSumOf, realYieldOf } from './yield-sum.ts'

/** Name and version of the formula that gives the performance of seven days. */
export const performanceFormula = 'performance@1'

const weekSeconds = 7n * 86_400n

/**
 * Works out how a vault did on a chain in the seven days that end with a day.
 *
 * @param given - the last day, the first and those between, and the vault's other chains.
 * @returns the yield, its parts and what they leave unexplained, with what all was computed from.
 * @throws {MalformedDayError} when the day is none of the calendar.
 */
export function performOver(given: PerformanceInputs): PerformanceReceipt {
  const { chain, day, last, first, between, others } = given
  const inputs = { chain, day, last, first, between, others }
  return { formula: performanceFormula, inputs, result: resultOf(inputs) }
}

function resultOf(inputs: PerformanceInputs): PerformanceResult {
  const week = weekOf(inputs)
  const growth = growthOf(week)
  const grossApy = grossYieldOf(week, growth)
  const feeDrag = combined([grossApy, growth.apy], ([gross, net]) =>
    gross! > net! ? gross! - net! : 0n,
  )
  const chains = chainDaysOf({ ...inputs, first: week.first })
  const parts = yieldPartsOf(chains)
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
