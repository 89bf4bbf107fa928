import { minimumsIn } from '@vaultwright/protocols'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import type { LeafReading } from './leaf-reading.ts'
import { type PriceLimit, venueOf } from './venue.ts'
import {
  type RiskDetector,
  type RiskSpot,
  spotOf,
  throughText,
  tokensText,
  waysOf,
} from './way-out.ts'

const codes = { route: 'route_price', pool: 'pool_price', rate: 'rate_price' } as const

/** Finds calls whose least output the caller chooses, by what limits the price then. */
export const findPrices: RiskDetector = (input) => {
  const spots = input.leaves.flatMap(spotsIn)
  return (['route', 'pool', 'rate'] as const).flatMap((limit: PriceLimit) =>
    waysOf(
      input,
      spots.filter((spot) => limitOf(spot) === limit),
      {
        code: codes[limit],
        keyOf: ({ called, claim, leaf }) =>
          `${called} ${claim?.pattern.action.protocol ?? leaf.selector}`,
        sentence: (way, [{ claim, leaf }]) => {
          const { why: reason } = venueOf(claim?.pattern.action ?? null, leaf.signature)
          return `The price of ${throughText(way)}, which moves ${tokensText(way)}, is the caller's to choose: ${reason}.`
        },
      },
    ),
  )
}

function spotsIn(reading: LeafReading): readonly RiskSpot[] {
  if (bridgeRoutes.has(reading.leaf.signature)) return []
  const deciding = minimumsIn(reading)
  return deciding.length === 0 ? [] : [spotOf(reading, deciding)]
}

function limitOf({ claim, leaf }: RiskSpot): PriceLimit {
  return venueOf(claim?.pattern.action ?? null, leaf.signature).limit
}
