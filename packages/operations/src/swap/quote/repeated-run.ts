import type { MeasuredLeg } from '@vaultwright/swap'
import type { VenueChoice } from '../attempt.ts'
import { judgeGiven } from '../offer/given-calldata.ts'
import type { QuoteSession } from '../quote-session.ts'
import { runSwaps, type SwapRun, type SwapRunLeg, type SwapRunResult } from '../swap-run.ts'
import { passedOn } from './path-plan.ts'
import { offeredLegOf, splitLegOf } from './split-run.ts'

/** Legs that were quoted before, as they were; null where one of their venues is not there any more. */
export function repeatedRunOf(
  session: QuoteSession,
  choices: readonly VenueChoice[],
  legs: readonly MeasuredLeg[],
): SwapRun['legs'] | null {
  const repeated = legs.flatMap((leg): SwapRun['legs'] => {
    const { route, params, slot, sellAmount, given: offer } = leg
    const same = choices.filter(
      (choice) =>
        choice.listing.route === route &&
        choice.listing.drone === leg.drone &&
        choice.sellToken.address === leg.sellToken &&
        choice.buyToken.address === leg.buyToken &&
        JSON.stringify(choice.params) === JSON.stringify(params),
    )
    const choice = same.find(({ listing }) => listing.leaves[0]!.slot === slot) ?? same[0]
    if (choice === undefined) return []
    if (offer === null) return [splitLegOf(choice, sellAmount)]
    const outcome = judgeGiven(session, choice, { data: offer.data, sellAmount })
    return outcome.given === null ? [] : [offeredLegOf(choice, sellAmount, outcome)]
  })
  return repeated.length === legs.length ? repeated : null
}

/**
 * Runs legs that were quoted before. Where a first hop buys less by now than the second one sells, the second sells
 * what it buys.
 */
export async function runRepeated(
  session: QuoteSession,
  legs: SwapRun['legs'],
  nextId: () => string,
): Promise<readonly SwapRunResult[]> {
  const id = nextId()
  const results = await runSwaps(session.swapRuns, [{ id, legs }])
  const { address: last } = session.buyToken
  const middles = [...new Set(legs.map(({ leg }) => leg.buyToken))].filter((one) => one !== last)
  const { isSuccess, lost } = results[0]!.measurement
  // What the vault has of a token in between must not make up for what the first hop lacks.
  if (middles.length === 0 || (isSuccess && lost.length === 0)) return results
  const heads = middles.map((token) => ({
    id,
    legs: legs.filter(({ leg }) => leg.buyToken === token),
  }))
  const bought = (await runSwaps(session.swapRuns, heads)).map(({ measurement }) => measurement)
  if (bought.some(({ isSuccess }) => !isSuccess)) return results
  const passed = new Map(middles.map((token, index) => [token, passedOn(bought[index]!.bought)]))
  const scaled = legs.map((leg): SwapRunLeg => {
    const amount = passed.get(leg.leg.sellToken)
    if (amount === undefined) return leg
    const sold = legs.reduce(
      (sum, one) => (one.leg.sellToken === leg.leg.sellToken ? sum + one.leg.sellAmount : sum),
      0n,
    )
    return splitLegOf(leg.choice, (leg.leg.sellAmount * amount) / sold)
  })
  return runSwaps(session.swapRuns, [{ id, legs: scaled }])
}
