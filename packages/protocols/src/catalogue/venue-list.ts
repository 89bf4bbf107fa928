import { venues as curve } from '../curve/venue.ts'
import { venues as gluex } from '../gluex.ts'
import { venues as odos } from '../odos.ts'
import { venues as oneInch } from '../one-inch/venue.ts'
import { venues as oogaBooga } from '../ooga-booga.ts'
import { venues as redSnwapper } from '../red-snwapper.ts'
import { conversionVenues } from '../swap/conversion-venue.ts'
import { executedVenues } from '../swap/executed-venue.ts'
import type { SwapVenue } from '../swap/venue.ts'
import { venues as uniswapV3 } from '../uniswap-v3/venue.ts'

/** Every venue, by protocol. */
export const swapVenues: readonly SwapVenue[] = [
  ...curve,
  ...gluex,
  ...odos,
  ...oneInch,
  ...oogaBooga,
  ...redSnwapper,
  ...uniswapV3,
  ...conversionVenues,
  ...executedVenues,
]

const byRoute = new Map(swapVenues.map((venue) => [venue.route, venue]))

/** Finds the venue of an action; null when the action does not swap. */
export function venueOf(route: string): SwapVenue | null {
  return byRoute.get(route) ?? null
}
