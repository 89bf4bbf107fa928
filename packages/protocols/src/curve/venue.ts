import type { Address } from '@vaultwright/base'
import { poolNamedBy } from '../swap/pool-name.ts'
import { readAmount } from '../swap/quote-read.ts'
import { exchangeVenue, type SwapVenue } from '../swap/venue.ts'

/** The swap venues of Curve. */
export const venues: readonly SwapVenue[] = [
  exchangeVenue({
    route: 'curve/exchange',
    title: 'Curve',
    sold: { from: 'list', name: 'token_in', list: 'coins' },
    bought: { from: 'list', name: 'token_out', list: 'coins' },
    deadline: null,
    // Source: Curve StableSwap NG, get_dy.
    quote: ({ values, sellToken, buyToken, sellAmount }) => {
      const coins = values.coins as readonly Address[]
      return readAmount({
        to: values.pool as Address,
        call: 'get_dy(int128,int128,uint256)',
        arguments: [BigInt(coins.indexOf(sellToken)), BigInt(coins.indexOf(buyToken)), sellAmount],
      })
    },
    poolKey: poolNamedBy('curve', 'pool'),
    free: [
      {
        field: 'coins',
        why: 'The leaf binds nothing but the pool: any of its coins may be sold that is approved, for any other.',
      },
    ],
  }),
]
