import { exchangeVenue, type SwapVenue } from '../swap/venue.ts'
import { poolKeyOf, poolsExist } from '../uniswap-v3/venue-pool.ts'

/** The swap venues of PancakeSwap v3, whose factory and pools answer as those of Uniswap v3. */
export const venues: readonly SwapVenue[] = [
  'pancake_swap_v3/swap',
  'pancake_swap_v3/swap_until',
].map((route) =>
  exchangeVenue({
    route,
    title: 'PancakeSwap v3',
    variants: [{ parameter: 'fee', values: ['100', '500', '2500', '10000'] }],
    deadline: route.endsWith('until') ? 'deadline' : null,
    facts: [{ of: 'router', call: 'factory()' }],
    liquidity: poolsExist,
    poolKey: poolKeyOf('pancake_swap_v3'),
    free: [
      {
        field: 'fee',
        why: 'The leaf binds tokens and recipient, not the pool: any tier may be named.',
      },
    ],
  }),
)
