import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { inverseOf, parseRatio, productOf, type Ratio, whole } from '../base/ratio.ts'
import type { GrowthIndex, VaultState } from '../base/vault-state.ts'
import type { ValuedHolding } from '../day/worth.ts'
import { annualYieldOf } from '../growth/annual-yield.ts'
import { knownOrReason } from '../growth/growth-yield.ts'
import {
  type PriceField,
  type PricePath,
  priceFieldOf,
  priceGraphOf,
  pricePathOf,
} from '../price/price-path.ts'

/** The first day of a window, as growth is looked up in it. */
export type FirstDay = {
  readonly day: string
  /** Key → value. */
  readonly indexes: ReadonlyMap<string, string>
  /** Null when the base asset was not known. */
  readonly field: PriceField | null
}

const weekSeconds = 7n * 86_400n

/**
 * Prepares a day to be compared with one that is seven days later.
 *
 * @returns its indexes by key, and its prices; null for null.
 */
export function firstDayOf(state: VaultState | null): FirstDay | null {
  if (state === null) return null
  const { base, day, holdings, quotes } = state
  const indexes = new Map<string, string>()
  for (const { index } of holdings) if (index !== null) indexes.set(index.key, index.value)
  const field = base === null ? null : priceFieldOf(priceGraphOf(quotes), base.address)
  return { day, indexes, field }
}

/**
 * Works out what a holding grew by in seven days, compounded to a year: its index, and its price where a
 * contract converts at it. A price that a market makes is not a yield.
 *
 * @returns fraction of a year; a reason when nothing says what it earns, or the first day does not.
 */
export function holdingYieldOf(valued: ValuedHolding, first: FirstDay | null): Known<string> {
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
  const { above, below } = productOf(ofIndex.value, ofPrice.value)
  return knownOrReason(
    annualYieldOf({ from: below, to: above, seconds: weekSeconds }),
    `${asset.symbol} in ${protocol} grew in a way that says nothing.`,
  )
}

/** Of pegs alone nothing grows: there is a rate on the way. */
function isRatePath({ steps }: PricePath): boolean {
  const isByRate = steps.every(({ kind }) => kind === 'rate' || kind === 'pegged')
  return isByRate && steps.some(({ kind }) => kind === 'rate')
}

function indexGrowthOf({ key, value }: GrowthIndex, first: FirstDay): Known<Ratio> {
  const before = first.indexes.get(key)
  if (before === undefined) return unknownValue(`${key} was not read on ${first.day}.`)
  const [from, to] = [parseRatio(before), parseRatio(value)]
  if (from.above <= 0n || to.above <= 0n) return unknownValue(`${key} is not above zero.`)
  return knownValue(productOf(to, inverseOf(from)))
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
