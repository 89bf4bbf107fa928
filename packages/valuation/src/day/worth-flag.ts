import { memoize } from '@vaultwright/base'
import type { Flag } from '../base/known-value.ts'
import { printTruncated, type Ratio, whole } from '../base/ratio.ts'
import type { Quote, VaultState } from '../base/vault-state.ts'
import { buildPriceGraph, type PriceField, priceFieldOf, pricePathOf } from '../price/price-path.ts'
import { staleFlagsOf } from './day-flag.ts'
import { shareValuesOf } from './share-value.ts'
import { worthOf } from './worth.ts'

/**
 * Lists what a reader of the worth of a day's holdings must know about it.
 *
 * @returns flags: pegs that markets do not keep, old prices, what is left out, more owed than held.
 */
export const worthFlagsOf: (state: VaultState) => readonly Flag[] = memoize((state) => {
  const { net, leftOut, holdings } = worthOf(state)
  const used = new Set(shareValuesOf(state).dollars.steps)
  for (const { path } of holdings) for (const step of path?.steps ?? []) used.add(step)
  const flags = [
    ...depegFlagsOf(state.quotes),
    ...staleFlagsOf(
      state.quotes.filter((quote) => used.has(quote)),
      BigInt(state.block.atUnix),
    ),
  ]
  if (leftOut.length > 0) {
    flags.push({ flag: 'partial', reason: `Net assets leave out: ${leftOut.join('; ')}` })
  }
  if (net.value !== null && net.value < 0n) {
    flags.push({ flag: 'negative', reason: `Net assets are ${net.value} base units.` })
  }
  return flags
})

/**
 * Tells where a market disagrees with what is taken for equal.
 *
 * The pegged price still counts: it is what the accountant pays.
 *
 * @returns a flag for each asset that is pegged to another of which the market price in US dollars is
 * more than 2 % away, where both have one.
 */
function depegFlagsOf(quotes: readonly Quote[]): readonly Flag[] {
  const pegs = quotes.filter(({ kind }) => kind === 'pegged')
  if (pegs.length === 0) return []
  const market = quotes.filter(({ kind }) => kind === 'market')
  const dollars = priceFieldOf(buildPriceGraph(market), 'usd')
  const flagged = new Set<string>()
  return pegs.flatMap(({ asset, per, source }): readonly Flag[] => {
    const [assetDollars, perDollars] = [dollarsIn(dollars, asset), dollarsIn(dollars, per)]
    if (
      assetDollars === null ||
      perDollars === null ||
      !isApart(assetDollars, perDollars) ||
      flagged.has(asset)
    )
      return []
    flagged.add(asset)
    const range = `${printTruncated(assetDollars, 6)} to ${printTruncated(perDollars, 6)} US dollars`
    return [
      { flag: 'depegged', reason: `${source} takes ${asset} for ${per}, markets say ${range}.` },
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
