import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { accountIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'
import type { VenueValues } from '../swap/venue.ts'
import { encodePath } from './swap-action.ts'

/** One pool on the way: two tokens and the fee between them. */
type PathPool = { readonly tokens: readonly [Address, Address]; readonly fee: bigint }

/** Encodes the path that a venue takes. */
export function pathOfVenue(venueValues: VenueValues): Hex {
  const pools = poolsOf(venueValues)
  const tokens = [pools[0]!.tokens[0], ...pools.map(({ tokens }) => tokens[1])]
  return encodePath({ tokens, fees: pools.map(({ fee }) => fee) })
}

/**
 * Tells whether every pool of a path exists. One without liquidity at its price may sell beyond it.
 *
 * Source: Uniswap v3 core, UniswapV3Factory.getPool.
 *
 * @returns null when the router does not say which factory it uses.
 */
export function* poolsExist(venueValues: VenueValues): Reading<boolean | null> {
  const router = venueValues.values.router as Address
  const factory = venueValues.factOf(router, 'factory()')
  if (typeof factory !== 'string') return null
  const quotes = poolsOf(venueValues).map(({ tokens, fee }) =>
    readOf(factory as Address, 'getPool(address,address,uint24)', [...tokens, fee]),
  )
  const answers = yield quotes
  const pools = answers.map((answer) => accountIn(answer, 0).value)
  if (pools.includes(null)) return null
  return !pools.includes(zeroAddress)
}

/** Names the pools of a path: two routers of one factory trade against the same. */
export function poolKeyOf(protocol: string): (venueValues: VenueValues) => string | null {
  return (venueValues) => {
    const factory = venueValues.factOf(venueValues.values.router as Address, 'factory()')
    if (typeof factory !== 'string') return null
    return poolsOf(venueValues)
      .map(({ tokens, fee }) =>
        [protocol, factory, ...[...tokens].map(lower).sort(), fee].map(lower),
      )
      .map((parts) => parts.join('|'))
      .join(',')
  }
}

function poolsOf({ values, sellToken, buyToken }: VenueValues): readonly PathPool[] {
  const via = (values.via ?? []) as readonly Address[]
  const next = (values.next_fees ?? []) as readonly bigint[]
  const first = (values.token_in ?? sellToken) as Address
  const tokens = [first, ...via, (values.token_out ?? buyToken) as Address]
  const fees = [values.fee as bigint, ...next]
  return fees.map((fee, index) => ({ tokens: [tokens[index]!, tokens[index + 1]!] as const, fee }))
}

function lower(part: string | bigint): string {
  return String(part).toLowerCase()
}
