import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { inverseOf, parseRatio, productOf, type Ratio, whole } from '../base/ratio.ts'
import type { GrowthIndex, Holding } from '../base/vault-state.ts'
import type { ChainDay } from '../day/chain-day.ts'
import type { ValuedHolding } from '../day/worth.ts'
import { annualYieldOf } from '../growth/annual-yield.ts'
import { knownOrReason } from '../growth/growth-yield.ts'
import { type ConvertedPath, convertedPathOf, pricePathOf } from '../price/price-path.ts'
import { feeGrowthsOf } from './fee-growth.ts'
import { type FirstDay, firstDayOf } from './first-day.ts'

/** A formula's rule for what the holdings of a day earn a year. A rule belongs to a version. */
export type YieldRule = (day: ChainDay) => (valued: ValuedHolding) => Known<string>

const weekSeconds = 7n * 86_400n

/**
 * Works out what holdings grew by in seven days, compounded to a year: their index or the fees of their
 * liquidity, and their price as far as contracts convert at it. A price that a market makes is not a yield.
 *
 * @returns fraction of a year; a reason when nothing says what a holding earns, or the first day does not.
 */
export const holdingYields: YieldRule = (day) => {
  const first = firstDayOf(day.first)
  const fees = feeGrowthsOf(day, first)
  return (valued) => {
    const { holding, path } = valued
    const { asset, index, protocol } = holding
    const converted = path === null ? null : convertedPathOf(path, asset.address)
    if (index === null && holding.fees === undefined && converted === null) {
      if (protocol === 'idle') return knownValue('0')
      return unknownValue(`Nothing tells what ${asset.symbol} in ${protocol} earns.`)
    }
    if (first === null) return unknownValue('The first day was not measured.')
    const growths = [
      index === null ? knownValue(whole) : indexGrowthOf(index, first),
      holding.fees === undefined ? knownValue(whole) : fees.get(holding.fees.key)!,
      converted === null ? knownValue(whole) : priceGrowthOf(holding, converted, first),
    ]
    let growth = whole
    for (const { value, reason } of growths) {
      if (value === null) return unknownValue(reason)
      growth = productOf(growth, value)
    }
    return annualizedOf(growth, holding)
  }
}

/** Looks up what an index grew by since the first day. */
export function indexGrowthOf({ key, value }: GrowthIndex, first: FirstDay): Known<Ratio> {
  const before = first.indexes.get(key)
  if (before === undefined) return unknownValue(`${key} was not read on ${first.day}.`)
  const [from, to] = [parseRatio(before), parseRatio(value)]
  if (from.above <= 0n || to.above <= 0n) return unknownValue(`${key} is not above zero.`)
  return knownValue(productOf(to, inverseOf(from)))
}

/** Takes a growth of seven days to a year. */
export function annualizedOf(growth: Ratio, { asset, protocol }: Holding): Known<string> {
  return knownOrReason(
    annualYieldOf({ from: growth.below, to: growth.above, seconds: weekSeconds }),
    `${asset.symbol} in ${protocol} grew in a way that says nothing.`,
  )
}

function priceGrowthOf({ asset }: Holding, path: ConvertedPath, first: FirstDay): Known<Ratio> {
  const { address, symbol } = asset
  const way = first.field === null ? null : pricePathOf(first.field, address)
  if (way === null) return unknownValue(`${symbol} had no price on ${first.day}.`)
  const before = convertedPathOf(way, address)
  if (before === null || before.to !== path.to) {
    return unknownValue(`${symbol} had no price on ${first.day} that a contract converts at.`)
  }
  return knownValue(productOf(path.price, inverseOf(before.price)))
}
