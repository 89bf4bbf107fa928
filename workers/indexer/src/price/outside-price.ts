import type { Quote, ReadFailure } from '@vaultwright/valuation'
import type { HttpPriceQuery, PriceAsker } from './http-price.ts'
import type { PriceBook, PriceRule } from './price-book.ts'
import { sourceNameOf } from './price-source.ts'

/** A source that gave no price. */
export type PriceFailure = Pick<Quote, 'asset' | 'source'> & { readonly reason: string }

/** Prices that no chain was asked for. */
export type OutsidePrices = {
  /** In the order of the rules; of each rule the first that gave one. */
  readonly observed: readonly Quote[]
  readonly failed: readonly PriceFailure[]
}

/** Collects the prices that configuration and servers tell. */
export async function readOutsidePrices(
  book: PriceBook,
  query: Omit<HttpPriceQuery, 'asset'>,
  ask: PriceAsker,
): Promise<OutsidePrices> {
  const rules = book.prices.filter(({ chain }) => chain === query.chain)
  const observations = await Promise.all(rules.map((rule) => observe(rule, query, ask)))
  return {
    observed: observations.flatMap(({ observed }) => observed),
    failed: observations.flatMap(({ failed }) => failed),
  }
}

/** Says a failed source for totals that leave it out. */
export function readFailureOf({ asset, source, reason }: PriceFailure): ReadFailure {
  return { what: `price of ${asset} from ${source}`, reason }
}

async function observe(
  { asset, per, sources }: PriceRule,
  query: Omit<HttpPriceQuery, 'asset'>,
  ask: PriceAsker,
): Promise<OutsidePrices> {
  const failed: PriceFailure[] = []
  for (const priceSource of sources) {
    const { confidence } = priceSource
    const source = sourceNameOf(priceSource)
    const common = { asset, per, source, confidence }
    if (priceSource.kind === 'fixed') {
      const atUnix = String(query.atUnix)
      return { observed: [{ ...common, price: priceSource.price, atUnix, kind: 'fixed' }], failed }
    }
    if (priceSource.kind !== 'http') continue
    const answer = await ask(priceSource, { ...query, asset })
    if ('reason' in answer) failed.push({ asset, source, reason: answer.reason })
    else {
      const { price } = answer
      const quote = { ...common, price, atUnix: String(answer.atUnix), kind: 'market' } as const
      return { observed: [quote], failed }
    }
  }
  return { observed: [], failed }
}
