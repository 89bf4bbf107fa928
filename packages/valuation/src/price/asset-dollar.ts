import type { Address } from '@vaultwright/base'
import { type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { lesserOf } from '../base/order.ts'
import { printProduct, printTruncated } from '../base/ratio.ts'
import type { Asset, Quote, VaultState } from '../base/vault-state.ts'
import { type PriceGraph, priceFieldOf, priceGraphOf, pricePathOf } from './price-path.ts'

/** The worth of one whole unit of an asset in US dollars. */
export type AssetDollar = {
  readonly asset: Address
  /** Exact decimal, above zero, cut off after 24 places. */
  readonly usd: string
  /** Of the prices on the way, in their order. */
  readonly sources: readonly string[]
  /** Of the oldest of them. */
  readonly atUnix: string
}

/**
 * Lists what the assets of a day were worth in US dollars.
 *
 * @returns the base asset first, then what is held, each once; what has no price is left out.
 */
export function assetDollarsOf({ base, holdings, quotes }: VaultState): readonly AssetDollar[] {
  const field = priceFieldOf(priceGraphOf(quotes), 'usd')
  const assets = [...(base === null ? [] : [base]), ...holdings.map(({ asset }) => asset)]
  return [...new Set(assets.map(({ address }) => address))].flatMap((asset) => {
    const path = pricePathOf(field, asset)
    if (path === null || path.steps.length === 0) return []
    const usd = printTruncated(path.price, pricePlaces)
    if (!/[1-9]/.test(usd)) return []
    const times = path.steps.map(({ atUnix }) => BigInt(atUnix))
    const oldest = times.reduce(lesserOf)
    const sources = path.steps.map(({ source }) => source)
    return [{ asset, usd, sources, atUnix: String(oldest) }]
  })
}

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
