import type { Address } from '@vaultwright/base'
import { readAmount } from '../swap/quote-read.ts'
import { exchangeVenue, type FreeField, type SwapVenue, type VenueValues } from '../swap/venue.ts'
import { pathOfVenue, poolKeyOf, poolsExist } from './venue-pool.ts'

const tiers = { parameter: 'fee', values: ['100', '500', '3000', '10000'] } as const

const freeTier: FreeField = {
  field: 'fee',
  why: 'The leaf binds tokens and recipient, not the pool: any tier may be named, and anybody may open a pool of another tier at any price.',
}
const freeTiers: FreeField = { ...freeTier, field: 'next_fees' }

const nextTiers = {
  parameter: 'next_fees',
  values: ['100', '500', '3000', '10000'],
} as const

/** The output by the quoter of Uniswap v3. Source: Uniswap v3 periphery, QuoterV2.quoteExactInput. */
function quoteOf(venueValues: VenueValues) {
  const quoter = venueValues.contractOf('quoter_v2')
  if (quoter === null) return null
  return readAmount({
    to: quoter as Address,
    call: 'quoteExactInput(bytes,uint256)',
    arguments: [pathOfVenue(venueValues), venueValues.sellAmount],
  })
}

const pools = {
  facts: [{ of: 'router', call: 'factory()' }],
  quote: quoteOf,
  liquidity: poolsExist,
  poolKey: poolKeyOf('uniswap_v3'),
} as const

/** The swap venues of Uniswap v3. */
export const venues: readonly SwapVenue[] = [
  exchangeVenue({
    ...pools,
    route: 'uniswap_v3/swap',
    title: 'Uniswap v3',
    variants: [tiers],
    free: [freeTier],
  }),
  exchangeVenue({
    ...pools,
    route: 'uniswap_v3/swap_02',
    title: 'Uniswap v3',
    variants: [tiers],
    deadline: null,
    free: [freeTier],
  }),
  exchangeVenue({
    ...pools,
    route: 'uniswap_v3/swap_through',
    title: 'Uniswap v3',
    variants: [tiers, nextTiers],
    free: [freeTier, freeTiers],
  }),
  exchangeVenue({
    ...pools,
    route: 'uniswap_v3/swap_through_02',
    title: 'Uniswap v3',
    variants: [tiers, nextTiers],
    deadline: null,
    free: [freeTier, freeTiers],
  }),
  exchangeVenue({
    ...pools,
    route: 'uniswap_v3/swap_native',
    title: 'Uniswap v3',
    sold: { from: 'native' },
    variants: [tiers],
    free: [freeTier],
  }),
  exchangeVenue({
    ...pools,
    route: 'uniswap_v3/swap_to',
    title: 'Uniswap v3',
    recipient: 'recipient',
    variants: [tiers],
    free: [freeTier],
  }),
]
