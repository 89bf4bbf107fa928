import type { Measurement } from '@vaultwright/swap'
import { legOf, type VenueChoice } from '../attempt.ts'
import type { OfferOutcome } from '../offer/given-calldata.ts'
import type { QuoteSession } from '../quote-session.ts'
import { refusedResult, runSwaps, type SwapRun, type SwapRunResult } from '../swap-run.ts'
import { curvesOf, type PoolCurve, stepPools, type VenueCurves } from './output-curve.ts'
import { readChoices, type VenueViews } from './venue-view.ts'

/** The outcome of venues of a pair alone, with the whole amount and with parts of it. */
export type LoneVenues = {
  readonly curves: VenueCurves
  /** Of venues that were tried, in their order. */
  readonly measured: readonly SwapRunResult[]
  readonly refused: readonly SwapRunResult[]
  /** Of runs that went beside them. */
  readonly beside: readonly SwapRunResult[]
  /** The venues of first hops, with what parts of the amount buy there. */
  readonly hops: readonly PoolCurve[]
}

type LonePlan = {
  readonly choices: readonly VenueChoice[]
  /** By choice. */
  readonly ids: readonly string[]
  /** The calldata of third parties. */
  readonly offers: Promise<ReadonlyMap<VenueChoice, OfferOutcome>>
  /** Venues of first hops: their whole amounts are among the runs that travel with them. */
  readonly hops: readonly VenueChoice[]
  readonly beside: readonly SwapRun[]
}

/** Asks every venue alone what it buys, and draws what parts of the amount buy there. */
export async function measureLone(session: QuoteSession, plan: LonePlan): Promise<LoneVenues> {
  return runLone(session, plan, await viewLone(session, plan))
}

/** The answers of calls about venues, and the offers of third parties. */
export type ViewedVenues = {
  readonly views: VenueViews
  readonly offers: ReadonlyMap<VenueChoice, OfferOutcome>
}

/** Reads what venues of the pair and those of first hops buy, as far as calls tell. */
export async function viewLone(
  session: QuoteSession,
  { choices, hops, offers: readOffers }: LonePlan,
): Promise<ViewedVenues> {
  const [views, offers] = await Promise.all([
    readChoices(session, [...choices, ...hops]),
    readOffers,
  ])
  return { views, offers }
}

/** Runs every venue alone, and sells parts to those of which no call tells. */
export async function runLone(
  session: QuoteSession,
  { choices, ids, hops, beside }: LonePlan,
  { views, offers }: ViewedVenues,
): Promise<LoneVenues> {
  const refused: SwapRunResult[] = []
  const singles: SwapRun[] = []
  for (const [index, choice] of choices.entries()) {
    const offer = offers.get(choice) ?? null
    const swapRun = singleTrial(session, choice, { id: ids[index]!, offer })
    const refusal =
      offer?.refusal ?? stateRefusalOf(choice) ?? (views.isDry(choice) ? noPool : null)
    if (refusal === null) singles.push(swapRun)
    else refused.push(refusedResult(swapRun, refusal))
  }
  const tried = singles.flatMap(({ legs }) => legs.map(({ choice }) => choice))
  const [results, stepped] = await Promise.all([
    runSwaps(session.swapRuns, [...singles, ...beside]),
    stepPools(session, [...tried, ...hops.filter((choice) => !views.isDry(choice))], views),
  ])
  const measured = results.slice(0, singles.length)
  const further = results.slice(singles.length)
  const curves = curvesOf(session, { views, stepped, results: measured })
  const { curves: hopCurves } = curvesOf(session, { views, stepped, results: further })
  return { curves, measured, refused, beside: further, hops: hopCurves }
}

const noPool: Measurement['failure'] = {
  code: 'venue_reverted',
  message: 'Pool does not exist',
}

/** The reason that a venue of the pair is not tried at all. */
function stateRefusalOf({ listing }: VenueChoice) {
  const { state, why: reason } = listing
  return state === 'ready' ? null : { code: state, message: reason ?? state }
}

function singleTrial(
  { sellAmount }: QuoteSession,
  choice: VenueChoice,
  { id, offer }: { readonly id: string; readonly offer: OfferOutcome | null },
): SwapRun {
  const calldata = offer?.given ?? null
  const params = offer?.refusal === null ? offer.params : undefined
  const request = {
    sellAmount,
    least: null,
    data: calldata?.data ?? null,
    ...(params !== undefined && { params }),
  }
  return { id, legs: [{ choice, wish: request, leg: legOf(choice, sellAmount, calldata) }] }
}
