import { type Address, isSameAddress, leastOf } from '@vaultwright/base'
import { pairOf, type SwapPair, swapTokenOf } from '@vaultwright/swap'
import { choicesOf, legOf, type VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { Trial, TrialResult } from '../trial.ts'

/** Trials of two hops: the first ones alone, and what follows from how they ran. */
export type HopTrials = {
  readonly first: readonly Trial[]
  readonly second: (results: readonly TrialResult[]) => readonly Trial[]
}

/** Tokens in between that are tried. */
const mostMiddles = 6

/**
 * Plans swaps by way of a third token, as two calls: the second sells exactly the least of the first.
 *
 * Of each token in between the first hop that buys the most goes on.
 */
export function hopTrialsOf(session: QuoteSession, nextId: () => string): HopTrials {
  const { wish, market, sellAmount } = session
  if (wish.maxHops === 1) return { first: [], second: () => [] }
  const middles = market.pairs
    .filter(({ sellToken }) => isSameAddress(sellToken.address, wish.sellToken))
    .map(({ buyToken }) => buyToken.address)
    .filter((middle) => !isSameAddress(middle, wish.buyToken))
    .filter((middle) => pairOf(market, middle, wish.buyToken) !== null)
    .slice(0, mostMiddles)
  const first = middles.flatMap((middle) =>
    choicesBetween(session, wish.sellToken, middle).map(
      (choice): Trial => ({
        id: `h${nextId().slice(1)}`,
        legs: [
          {
            choice,
            wish: { sellAmount, least: null, data: null },
            leg: legOf(choice, sellAmount, null),
          },
        ],
      }),
    ),
  )
  const second = (results: readonly TrialResult[]) =>
    middles.flatMap((middle) => {
      const best = bestInto(results, middle)
      if (best === null) return []
      const bought = best.measurement.bought
      const least = leastOf(bought, wish.slippageBps)
      if (least < 1n) return []
      const [leg] = best.trial.legs
      return choicesBetween(session, middle, wish.buyToken).flatMap((choice): readonly Trial[] => {
        if (choice.listing.drone !== leg!.choice.listing.drone) return []
        return [
          {
            id: nextId(),
            legs: [
              { ...leg!, wish: { ...leg!.wish, least }, leg: { ...leg!.leg, bought } },
              {
                choice,
                wish: { sellAmount: least, least: null, data: null },
                leg: legOf(choice, least, null),
              },
            ],
          },
        ]
      })
    })
  return { first, second }
}

function choicesBetween(
  session: QuoteSession,
  sellToken: Address,
  buyToken: Address,
): readonly VenueChoice[] {
  const { market, wish } = session
  const pair: SwapPair | null = pairOf(market, sellToken, buyToken)
  const listings = (pair?.venues ?? []).filter(
    ({ route, state, quoting }) =>
      state === 'ready' &&
      quoting === 'executed' &&
      (wish.venues === null || wish.venues.includes(route)),
  )
  const unitOf = (token: Address) => {
    if (isSameAddress(token, session.sellToken.address)) return session.sellToken
    if (isSameAddress(token, session.buyToken.address)) return session.buyToken
    return swapTokenOf(token, { knownFacts: session.knownFacts, chainId: session.context.chain.id })
  }
  return choicesOf({ listings, sellToken: unitOf(sellToken), buyToken: unitOf(buyToken) })
}

function bestInto(results: readonly TrialResult[], middle: Address): TrialResult | null {
  return results.reduce<TrialResult | null>((best, one) => {
    const { measurement } = one
    if (!measurement.isSuccess || measurement.legs[0]!.buyToken !== middle) return best
    return best === null || measurement.bought > best.measurement.bought ? one : best
  }, null)
}
