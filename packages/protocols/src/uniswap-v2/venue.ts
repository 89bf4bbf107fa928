import type { Address } from '@vaultwright/base'
import { poolsOfPath } from '../swap/pool-name.ts'
import { readAmount } from '../swap/quote-read.ts'
import { exchangeVenue, type SwapVenue, type VenueToken, type VenueValues } from '../swap/venue.ts'

const native: VenueToken = { from: 'native' }

/**
 * The output by the formula of the pool, from its two reserves.
 *
 * Source: UniswapV2Router02.getAmountsOut; the amounts stand behind their offset and number.
 */
function quoteOf({ values, sellToken, buyToken, sellAmount }: VenueValues) {
  return readAmount({
    to: values.router as Address,
    call: 'getAmountsOut(uint256,address[])',
    arguments: [sellAmount, [values.token_in ?? sellToken, values.token_out ?? buyToken]],
    word: 3,
  })
}

const pools = {
  title: 'Uniswap v2',
  facts: [{ of: 'router', call: 'factory()' }],
  quote: quoteOf,
  poolKey: poolsOfPath('uniswap_v2'),
} as const

/** The swap venues of Uniswap v2. */
export const venues: readonly SwapVenue[] = [
  exchangeVenue({ ...pools, route: 'uniswap_v2/swap' }),
  exchangeVenue({ ...pools, route: 'uniswap_v2/swap_native', sold: native }),
  exchangeVenue({ ...pools, route: 'uniswap_v2/swap_for_native', bought: native }),
]
