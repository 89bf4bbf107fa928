import type { Flag } from '../base/known-value.ts'
import { printTruncated, type Ratio, whole } from '../base/ratio.ts'
import type { Quote } from '../base/vault-state.ts'
import { type PriceField, priceFieldOf, priceGraphOf, pricePathOf } from './price-path.ts'

/**
 * Tells where a market disagrees with what is taken for equal.
 *
 * The pegged price still counts: it is what the accountant pays.
 *
 * @returns a flag for each asset that is pegged to another of which the market price in US dollars is
 * more than 2 % away, where both have one.
 */
export function depegFlagsOf(quotes: readonly Quote[]): readonly Flag[] {
  const pegs = quotes.filter(({ kind }) => kind === 'pegged')
  if (pegs.length === 0) return []
  const market = quotes.filter(({ kind }) => kind === 'market')
  const dollars = priceFieldOf(priceGraphOf(market), 'usd')
  const flagged = new Set<string>()
  return pegs.flatMap(({ asset, per, source }): readonly Flag[] => {
    const [one, other] = [dollarsIn(dollars, asset), dollarsIn(dollars, per)]
    if (one === null || other === null || !isApart(one, other) || flagged.has(asset)) return []
    flagged.add(asset)
    const told = `${printTruncated(one, 6)} to ${printTruncated(other, 6)} US dollars`
    return [
      { flag: 'depegged', reason: `${source} takes ${asset} for ${per}, markets say ${told}.` },
    ]
  })
}

function dollarsIn(field: PriceField, place: Quote['per']): Ratio | null {
  return place === 'usd' ? whole : (pricePathOf(field, place)?.price ?? null)
}

/** More than 2 % of the other. */
function isApart(one: Ratio, other: Ratio): boolean {
  const [left, right] = [one.above * other.below, other.above * one.below]
  const distance = left < right ? right - left : left - right
  return distance * 100n > right * 2n
}
