import { isSameAddress } from '@vaultwright/base'
import type { Quote } from '@vaultwright/valuation'

/** A source in the order of trust. */
export type QuoteSourceRef = Pick<Quote, 'asset' | 'per' | 'source'>

/**
 * Puts prices into the order of trust that the rules give; prices of no rule come last, as they stand.
 */
export function inTrustOrder(
  quotes: readonly Quote[],
  trust: readonly QuoteSourceRef[],
): readonly Quote[] {
  if (trust.length === 0) return quotes
  const placeOf = (quote: Quote) => {
    const index = trust.findIndex(
      ({ asset, per, source }) =>
        source === quote.source && isSameAddress(asset, quote.asset) && per === quote.per,
    )
    return index < 0 ? trust.length : index
  }
  const places = new Map(quotes.map((quote) => [quote, placeOf(quote)]))
  return [...quotes].sort((one, other) => places.get(one)! - places.get(other)!)
}
