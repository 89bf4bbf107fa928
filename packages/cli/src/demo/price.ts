import type { LocalManifest } from '@vaultwright/chain'
import type { PriceBook } from '@vaultwright/indexer'

/** Tokens that the local chain's oracle has a price of, from its first day on. */
const priced = ['WETH', 'USDC', 'DAI'] as const

/** Names who tells the local chain's prices: an oracle that stands on that chain itself. */
export function demoPrices({ contracts }: LocalManifest, chain: string): PriceBook {
  const oracle = contracts['Price oracle']!
  return {
    prices: priced.map((symbol) => ({
      ...{ chain, asset: contracts[symbol]!, per: 'usd' },
      sources: [{ kind: 'oracle', oracle, confidence: null }],
    })),
  }
}
