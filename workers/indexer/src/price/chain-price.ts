import type { ChainPrice } from '@vaultwright/protocols'
import type { PriceBook } from './price-book.ts'

/**
 * Lists the prices that a chain itself is asked for.
 *
 * @returns in the order of the rules.
 */
export function chainPricesOf(book: PriceBook, chain: string): readonly ChainPrice[] {
  return book.prices
    .filter((rule) => rule.chain === chain)
    .flatMap(({ asset, per, sources }) =>
      sources.flatMap((source): readonly ChainPrice[] => {
        const { confidence } = source
        switch (source.kind) {
          case 'feed': {
            const { feed, maxAgeSeconds } = source
            return [{ kind: 'feed', asset, feed, maxAgeSeconds, confidence }]
          }
          case 'oracle':
            return [{ kind: 'oracle', asset, oracle: source.oracle, per, confidence }]
          case 'rate':
            if (per === 'usd') return []
            return [{ kind: 'rate', asset, provider: source.provider, per, confidence }]
          default:
            return []
        }
      }),
    )
}
