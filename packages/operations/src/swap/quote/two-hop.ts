import { type Address, minimumOf } from '@vaultwright/base'
import { middlesOf, pairOf, type SwapToken } from '@vaultwright/swap'
import { choicesOf, type VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRun, SwapRunResult } from '../swap-run.ts'
import { splitLegOf } from './split-run.ts'

/** Trials of two hops: the first ones alone, and what follows from how they ran. */
export type HopTrials = {
  readonly first: readonly SwapRun[]
  readonly second: (results: readonly SwapRunResult[]) => readonly SwapRun[]
}

/** A token in between, and the venues that are ready to buy and to sell it. */
export type Middle = {
  readonly token: SwapToken
  readonly first: readonly VenueChoice[]
  readonly second: readonly VenueChoice[]
}

/** Lists the tokens by way of which a request may swap; none unless it asks for hops. */
export function readyMiddlesOf(session: QuoteSession): readonly Middle[] {
  const { wish: request, market, unitOf } = session
  if (request.maxHops === 1) return []
  return middlesOf(market, request.sellToken, request.buyToken).map((token) => ({
    token: unitOf(token),
    first: choicesBetween(session, request.sellToken, token),
    second: choicesBetween(session, token, request.buyToken),
  }))
}

/**
 * Plans swaps by way of a third token, as two calls: the second sells exactly the least of the first.
 *
 * Of each token in between the first hop that buys the most goes on.
 */
export function hopTrialsOf(
  session: QuoteSession,
  middles: readonly Middle[],
  nextId: () => string,
): HopTrials {
  const { wish: request, sellAmount } = session
  const runs = middles.flatMap(({ first }) =>
    first.map(
      (choice): SwapRun => ({
        id: `h${nextId().slice(1)}`,
        legs: [splitLegOf(choice, sellAmount)],
      }),
    ),
  )
  const second = (results: readonly SwapRunResult[]) =>
    middles.flatMap((middle) => {
      const best = bestInto(results, middle.token.address)
      if (best === null) return []
      const bought = best.measurement.bought
      const minimum = minimumOf(bought, request.slippageBps)
      if (minimum < 1n) return []
      const [leg] = best.swapRun.legs
      const head = {
        ...leg!,
        wish: { ...leg!.wish, least: minimum },
        leg: { ...leg!.leg, bought },
      }
      return middle.second
        .filter(({ listing }) => listing.drone === leg!.choice.listing.drone)
        .map((choice): SwapRun => ({ id: nextId(), legs: [head, splitLegOf(choice, minimum)] }))
    })
  return { first: runs, second }
}

function choicesBetween(
  { market, wish: request, unitOf }: QuoteSession,
  sellToken: Address,
  buyToken: Address,
): readonly VenueChoice[] {
  const pair = pairOf(market, sellToken, buyToken)
  const listings = (pair?.venues ?? []).filter(
    ({ route, state, quoting }) =>
      state === 'ready' &&
      quoting === 'executed' &&
      (request.venues === null || request.venues.includes(route)),
  )
  return choicesOf({ listings, sellToken: unitOf(sellToken), buyToken: unitOf(buyToken) })
}

function bestInto(results: readonly SwapRunResult[], middle: Address): SwapRunResult | null {
  return results.reduce<SwapRunResult | null>((best, one) => {
    const { measurement } = one
    if (!measurement.isSuccess || measurement.legs[0]!.buyToken !== middle) return best
    return best === null || measurement.bought > best.measurement.bought ? one : best
  }, null)
}
