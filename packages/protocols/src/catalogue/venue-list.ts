import { unquotedReasons } from '../action/protocol-entry.ts'
import { venues as balancerV2 } from '../balancer-v2/venue.ts'
import { venues as curve } from '../curve/venue.ts'
import { venues as gluex } from '../gluex.ts'
import { venues as kyberSwap } from '../kyber-swap.ts'
import { venues as lifi } from '../lifi.ts'
import { venues as odos } from '../odos.ts'
import { venues as oneInch } from '../one-inch/venue.ts'
import { venues as oogaBooga } from '../ooga-booga.ts'
import { venues as pancakeSwapV3 } from '../pancake-swap-v3/venue.ts'
import { venues as redSnwapper } from '../red-snwapper.ts'
import { conversionVenues } from '../swap/conversion-venue.ts'
import { executedVenues } from '../swap/executed-venue.ts'
import type { SwapVenue } from '../swap/venue.ts'
import { venues as uniswapV2 } from '../uniswap-v2/venue.ts'
import { venues as uniswapV3 } from '../uniswap-v3/venue.ts'
import { venues as uniswapV4 } from '../uniswap-v4/venue.ts'
import { venues as zeroX } from '../zero-x.ts'
import { protocolOf } from './protocol.ts'

/** Every venue, by protocol. */
export const swapVenues: readonly SwapVenue[] = [
  ...balancerV2,
  ...curve,
  ...gluex,
  ...kyberSwap,
  ...lifi,
  ...odos,
  ...oneInch,
  ...oogaBooga,
  ...pancakeSwapV3,
  ...redSnwapper,
  ...uniswapV2,
  ...uniswapV3,
  ...uniswapV4,
  ...zeroX,
  ...conversionVenues,
  ...executedVenues,
]

const byRoute = new Map(swapVenues.map((venue) => [venue.route, venue]))

/** Finds the venue of an action; null when the action does not swap. */
export function venueOf(route: string): SwapVenue | null {
  return byRoute.get(route) ?? null
}

/** Finds the reason that an action which moves two tokens has no venue; null when it has one, or moves none. */
export function unquotedReasonOf(route: string): string | null {
  const [name, action] = route.split('/')
  const { unquoted } = protocolOf(name ?? '') ?? {}
  const reason = unquotedCodes.find((code) => unquoted?.[code]?.includes(action ?? ''))
  return reason === undefined ? null : unquotedReasons[reason]
}

const unquotedCodes = Object.keys(unquotedReasons) as readonly (keyof typeof unquotedReasons)[]
