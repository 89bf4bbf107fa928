import { isSameAddress } from '@vaultwright/base'
import type { SwapPair } from '@vaultwright/swap'
import { type QueryOf, type ResponseOf, swapPairOf } from '@vaultwright/wire'
import Type from 'typebox'
import { defaultPageSize, readListing } from '../request/listing.ts'
import { type StrategistSwap, swapMarketOf } from './strategist-swap.ts'
import { tokenNamed } from './swap-token.ts'

/** Both addresses in lower case: pairs are sorted by them. */
const pairKey = Type.String({ pattern: '^0x[0-9a-f]{40}\\|0x[0-9a-f]{40}$' })

/** Lists the pairs that a tree swaps, in pages. */
export async function pairsPageOf(
  place: StrategistSwap,
  query: QueryOf<'listSwapPairs'>,
): Promise<ResponseOf<'listSwapPairs'>> {
  const { at: strategistRef, tenantId } = place
  const market = await swapMarketOf(place)
  const source = { place, market }
  const { sell_token: sell, buy_token: buy, page_size: pageSize = defaultPageSize } = query
  const sold = sell === undefined ? null : tokenNamed(sell, source, 'sell_token')
  const bought = buy === undefined ? null : tokenNamed(buy, source, 'buy_token')
  const pairs = market.pairs.filter(
    ({ sellToken, buyToken }) =>
      (sold === null || isSameAddress(sellToken.address, sold.address)) &&
      (bought === null || isSameAddress(buyToken.address, bought.address)),
  )
  const values = [
    strategistRef.chain,
    strategistRef.vault,
    strategistRef.strategist,
    sold?.address ?? null,
    bought?.address ?? null,
  ]
  const { items, page } = await readListing(
    {
      binding: { operation: 'listSwapPairs', tenantId, asked: [...values, pageSize] },
      sortKeySchema: pairKey,
      sortKeyOf: keyOf,
      read: async ({ after, limit }) => {
        const remaining = after === null ? pairs : pairs.filter((pair) => keyOf(pair) > after)
        return { items: remaining.slice(0, limit), hasMore: remaining.length > limit }
      },
    },
    { cursor: query.cursor, pageSize },
  )
  return { data: items.map(swapPairOf), page }
}

function keyOf({ sellToken, buyToken }: SwapPair): string {
  return `${sellToken.address}|${buyToken.address}`.toLowerCase()
}
