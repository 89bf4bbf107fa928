import type { Address } from '@vaultwright/base'
import { lesserOf } from '../base/order.ts'
import { printTruncated } from '../base/ratio.ts'
import type { VaultState } from '../base/vault-state.ts'
import { pricePlaces } from './dollar-value.ts'
import { priceFieldOf, priceGraphOf, pricePathOf } from './price-path.ts'

/** What one whole unit of an asset was worth in US dollars. */
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
