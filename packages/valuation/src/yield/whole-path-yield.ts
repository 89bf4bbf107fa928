import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { inverseOf, productOf, type Ratio, whole } from '../base/ratio.ts'
import type { ValuedHolding } from '../day/worth.ts'
import { type PricePath, pricePathOf } from '../price/price-path.ts'
import { type FirstDay, firstDayOf } from './first-day.ts'
import { annualizedOf, indexGrowthOf, type YieldRule } from './holding-growth.ts'

/**
 * Works out what holdings earn as `performance@1` does, for its receipts: a price counts only where
 * contracts convert on its whole way, and fees of liquidity do not count.
 */
export const wholePathYields: YieldRule = (day) => {
  const first = firstDayOf(day.first)
  return (valued) => yieldOf(valued, first)
}

function yieldOf(valued: ValuedHolding, first: FirstDay | null): Known<string> {
  const { holding, path } = valued
  const { asset, index, protocol } = holding
  const isConverted = path !== null && isRatePath(path)
  if (index === null && !isConverted) {
    if (protocol === 'idle') return knownValue('0')
    return unknownValue(`Nothing tells what ${asset.symbol} in ${protocol} earns.`)
  }
  if (first === null) return unknownValue('The first day was not measured.')
  const ofIndex = index === null ? knownValue(whole) : indexGrowthOf(index, first)
  if (ofIndex.value === null) return ofIndex
  const ofPrice = isConverted ? priceGrowthOf(valued, path, first) : knownValue(whole)
  if (ofPrice.value === null) return ofPrice
  return annualizedOf(productOf(ofIndex.value, ofPrice.value), holding)
}

/** Of pegs alone nothing grows: there is a rate on the way. */
function isRatePath({ steps }: PricePath): boolean {
  const isByRate = steps.every(({ kind }) => kind === 'rate' || kind === 'pegged')
  return isByRate && steps.some(({ kind }) => kind === 'rate')
}

function priceGrowthOf({ holding }: ValuedHolding, path: PricePath, first: FirstDay): Known<Ratio> {
  const { address, symbol } = holding.asset
  const before = first.field === null ? null : pricePathOf(first.field, address)
  if (before === null) return unknownValue(`${symbol} had no price on ${first.day}.`)
  if (!isRatePath(before)) {
    return unknownValue(`${symbol} had no price on ${first.day} that a contract converts at.`)
  }
  return knownValue(productOf(path.price, inverseOf(before.price)))
}
