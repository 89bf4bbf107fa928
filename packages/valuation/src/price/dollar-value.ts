import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { printProduct, printTruncated } from '../base/ratio.ts'
import type { Asset, Quote } from '../base/vault-state.ts'
import { type PriceGraph, priceFieldOf, pricePathOf } from './price-path.ts'

/** Places that a price is printed with: what is beyond them is cut off. */
export const pricePlaces = 24

/** The price of the base asset in US dollars, and what it was found by. */
export type DollarPrice = {
  readonly price: Known<string>
  readonly steps: readonly Quote[]
}

/** Finds what one whole unit of the base asset was worth in US dollars. */
export function dollarPriceOf(graph: PriceGraph, base: Asset | null): DollarPrice {
  if (base === null) return { price: unknownValue('The base asset is not known.'), steps: [] }
  const path = pricePathOf(priceFieldOf(graph, 'usd'), base.address)
  if (path === null) {
    return { price: unknownValue(`No price of ${base.symbol} in US dollars is known.`), steps: [] }
  }
  return { price: knownValue(printTruncated(path.price, pricePlaces)), steps: path.steps }
}

/** Works out what an amount is worth in US dollars, exactly. */
export function dollarsOf(amount: Known<string>, price: Known<string>): Known<string> {
  if (amount.value === null) return amount
  if (price.value === null) return price
  return knownValue(printProduct(amount.value, price.value))
}
