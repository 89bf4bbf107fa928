import type { Address } from '@vaultwright/base'
import type { SvmAddress } from '@vaultwright/svm'
import type { Quote, ReadFailure } from '@vaultwright/valuation'
import type { HttpPriceQuery, PriceAsker } from './http-price.ts'
import type { PriceRule } from './price-book.ts'
import { sourceNameOf } from './price-source.ts'

/** A source that gave no price. */
export type PriceFailure<Asset extends string = Address> = {
  readonly asset: Asset
  readonly source: string
  readonly reason: string
}

/** A price that no chain was asked for. */
type OutsideQuote<Asset extends string> = Omit<Quote, 'asset' | 'per'> & {
  readonly asset: Asset
  readonly per: Asset | 'usd'
}

/** Prices that no chain was asked for. */
export type OutsidePrices<Asset extends string = Address> = {
  /** In the order of the rules; of each rule the first that gave one. */
  readonly observed: readonly OutsideQuote<Asset>[]
  readonly failed: readonly PriceFailure<Asset>[]
}

/** Collects the prices that configuration and servers tell by the rules of a chain. */
export async function readOutsidePrices<Asset extends Address | SvmAddress>(
  rules: readonly PriceRule<Asset>[],
  query: Omit<HttpPriceQuery, 'asset'>,
  ask: PriceAsker,
): Promise<OutsidePrices<Asset>> {
  const chainRules = rules.filter(({ chain }) => chain === query.chain)
  const observations = await Promise.all(chainRules.map((rule) => observe(rule, query, ask)))
  return {
    observed: observations.flatMap(({ observed }) => observed),
    failed: observations.flatMap(({ failed }) => failed),
  }
}

/** Says a failed source for totals that leave it out. */
export function readFailureOf({ asset, source, reason }: PriceFailure<string>): ReadFailure {
  return { what: `price of ${asset} from ${source}`, reason }
}

async function observe<Asset extends Address | SvmAddress>(
  { asset, per, sources }: PriceRule<Asset>,
  query: Omit<HttpPriceQuery, 'asset'>,
  ask: PriceAsker,
): Promise<OutsidePrices<Asset>> {
  const failed: PriceFailure<Asset>[] = []
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
