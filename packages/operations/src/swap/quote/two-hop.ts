import { type Address, isSameAddress, minimumOf } from '@vaultwright/base'
import { pairOf, type SwapPair, swapTokenOf } from '@vaultwright/swap'
import { choicesOf, legOf, type VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun, SwapRunResult } from '../swap-run.ts'

/** Trials of two hops: the first ones alone, and what follows from how they ran. */
export type HopTrials = {
  readonly first: readonly SwapRun[]
  readonly second: (results: readonly SwapRunResult[]) => readonly SwapRun[]
}

/** Tokens in between that are tried. */
const maxMiddles = 6

/**
 * Plans swaps by way of a third token, as two calls: the second sells exactly the least of the first.
 *
 * Of each token in between the first hop that buys the most goes on.
 */
export function hopTrialsOf(session: QuoteSession, nextId: () => string): HopTrials {
  const { wish: request, market, sellAmount } = session
  if (request.maxHops === 1) return { first: [], second: () => [] }
  const middles = market.pairs
    .filter(({ sellToken }) => isSameAddress(sellToken.address, request.sellToken))
    .map(({ buyToken }) => buyToken.address)
    .filter((middle) => !isSameAddress(middle, request.buyToken))
    .filter((middle) => pairOf(market, middle, request.buyToken) !== null)
    .slice(0, maxMiddles)
  const first = middles.flatMap((middle) =>
    choicesBetween(session, request.sellToken, middle).map(
      (choice): SwapRun => ({
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
  const second = (results: readonly SwapRunResult[]) =>
    middles.flatMap((middle) => {
      const best = bestInto(results, middle)
      if (best === null) return []
      const bought = best.measurement.bought
      const minimum = minimumOf(bought, request.slippageBps)
      if (minimum < 1n) return []
      const [leg] = best.swapRun.legs
      return choicesBetween(session, middle, request.buyToken).flatMap(
        (choice): readonly SwapRun[] => {
          if (choice.listing.drone !== leg!.choice.listing.drone) return []
          return [
            {
              id: nextId(),
              legs: [
                { ...leg!, wish: { ...leg!.wish, least: minimum }, leg: { ...leg!.leg, bought } },
                {
                  choice,
                  wish: { sellAmount: minimum, least: null, data: null },
                  leg: legOf(choice, minimum, null),
                },
              ],
            },
          ]
        },
      )
    })
  return { first, second }
}

function choicesBetween(
  session: QuoteSession,
  sellToken: Address,
  buyToken: Address,
): readonly VenueChoice[] {
  const { market, wish: request } = session
  const pair: SwapPair | null = pairOf(market, sellToken, buyToken)
  const listings = (pair?.venues ?? []).filter(
    ({ route, state, quoting }) =>
      state === 'ready' &&
      quoting === 'executed' &&
      (request.venues === null || request.venues.includes(route)),
  )
  const unitOf = (token: Address) => {
    if (isSameAddress(token, session.sellToken.address)) return session.sellToken
    if (isSameAddress(token, session.buyToken.address)) return session.buyToken
    return swapTokenOf(token, { knownFacts: session.knownFacts, chainId: session.context.chain.id })
  }
  return choicesOf({ listings, sellToken: unitOf(sellToken), buyToken: unitOf(buyToken) })
}

function bestInto(results: readonly SwapRunResult[], middle: Address): SwapRunResult | null {
  return results.reduce<SwapRunResult | null>((best, one) => {
    const { measurement } = one
    if (!measurement.isSuccess || measurement.legs[0]!.buyToken !== middle) return best
    return best === null || measurement.bought > best.measurement.bought ? one : best
  }, null)
}
