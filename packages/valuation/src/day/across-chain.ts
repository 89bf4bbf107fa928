import { printUnits } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { parseRatio, printRounded } from '../base/ratio.ts'
import type { PerformanceResult } from '../base/result.ts'
import { type ChainDay, type ChainDays, worthAt } from './chain-day.ts'
import { shareValuesOf } from './share-value.ts'

/**
 * Adds up a vault over its chains.
 *
 * @returns sums over the chains that have the day; a reason in place of one when a chain's part of it is
 * not known.
 */
export function acrossChainsOf(chains: ChainDays): PerformanceResult['acrossChains'] {
  const { days, missing, net, decimals } = chains
  return {
    supply: supplyOf(days),
    totalAssets: sumOf(days, (day) => shareValuesOf(day.last).totalAssets),
    netAssets: net.value === null ? net : knownValue(printUnits(net.value, decimals)),
    allocation: allocationOf(chains),
    missing,
  }
}

function supplyOf(days: readonly ChainDay[]): Known<string> {
  if (new Set(days.map(({ last }) => last.share.decimals)).size > 1) {
    return unknownValue('Shares have other decimals on other chains.')
  }
  return sumOf(days, (day) => shareValuesOf(day.last).totalSupply)
}

function allocationOf({
  days,
  net,
  decimals,
}: ChainDays): PerformanceResult['acrossChains']['allocation'] {
  const total = net.value
  if (total === null || total <= 0n) return {}
  return Object.fromEntries(
    days.map((day) => {
      const above = worthAt(day.worth.net.value ?? 0n, day, decimals)
      return [day.chain, printRounded({ above, below: total }, 18)]
    }),
  )
}

function sumOf(days: readonly ChainDay[], termOf: (day: ChainDay) => Known<string>): Known<string> {
  let [sum, below] = [0n, 1n]
  for (const day of days) {
    const value = termOf(day)
    if (value.value === null) return unknownValue(`${day.chain}: ${value.reason}`)
    const part = parseRatio(value.value)
    const common = part.below > below ? part.below : below
    sum = sum * (common / below) + part.above * (common / part.below)
    below = common
  }
  return knownValue(printUnits(sum, String(below).length - 1))
}
