import {
  isSoldAs,
  type MeasuredLeg,
  type Measurement,
  quoteOf,
  type SwapQuote,
  type SwapRequest,
} from '@vaultwright/swap'
import { choicesOf } from '../attempt.ts'
import { offersFor } from '../offer/given-calldata.ts'
import { readOrderQuote } from '../order-quote.ts'
import {
  hasNoVenue,
  NoPermittedVenueError,
  openQuote,
  type QuoteSession,
} from '../quote-session.ts'
import type { SwapContext } from '../swap-context.ts'
import { runSwaps, type SwapRun, type SwapRunLeg, type SwapRunResult } from '../swap-run.ts'
import { readLackingViews, readUnpermitted } from '../unpermitted/unpermitted.ts'
import { measureOutput } from './exact-output.ts'
import { measureLone, runLone, viewLone } from './lone-venue.ts'
import { inputsOf, numberOf, smallSaleIn, withSmallSales } from './measured-input.ts'
import { mixedRunOf, readOfferedVenues } from './offered-venue.ts'
import { isSoldWhole, type PoolCurve, refinePools, type VenueCurves } from './output-curve.ts'
import { readSecondHops, runPaths } from './path-split.ts'
import { repeatedRunOf, runRepeated } from './repeated-run.ts'
import { finerSplitOf, refinementOf, type SplitPlan, splitPlanOf, splitRunOf } from './split-run.ts'
import { noProbes, type Probes, probesOf, withProbe } from './swap-probe.ts'
import { hopTrialsOf, readyMiddlesOf } from './two-hop.ts'
import { readSmallSales, type VenueViews } from './venue-view.ts'

/**
 * Measures every way of a strategist's tree to swap, at one block, by executing the Manager batches.
 *
 * A venue that refuses is listed with its reason and never fails the quote.
 *
 * @throws {NoPermittedVenueError} if the tree has no way from one token to the other, unless the wish
 *   asks for hops or for what the tree lacks.
 * @throws {OrderUnderfundedError} {AmountAbovePolicyError} if the vault cannot sell the amount.
 * @throws {ReorgError} if the block does not stay part of the chain; else what reading throws.
 */
export async function quoteSwap(context: SwapContext, request: SwapRequest): Promise<SwapQuote> {
  return (await measureSwap(context, request)).quote
}

/** A quote, and what it was made of. */
export type MeasuredSwap = {
  readonly quote: SwapQuote
  readonly session: QuoteSession
  readonly results: readonly SwapRunResult[]
}

/**
 * Makes a quote, and keeps the trials of its candidates.
 *
 * @param repeated - legs of a split that was quoted before: it is measured again as it was, and no other is sought.
 */
export async function measureSwap(
  context: SwapContext,
  request: SwapRequest,
  repeated: readonly MeasuredLeg[] | null = null,
): Promise<MeasuredSwap> {
  const session = await openQuote(context, request)
  if (hasNoVenue(session)) throw await noVenueErrorOf(session)
  // An amount that is named is sold, whatever is to be bought.
  if (request.buyAmount === undefined || request.sellAmount !== null)
    return measureAt(session, repeated)
  return measureOutput(session, {
    curvesAt: ownCurvesAt,
    measureAt: (at) => measureAt(at, null),
  })
}

/** Measures every way to sell the session's amount. */
async function measureAt(
  session: QuoteSession,
  repeated: readonly MeasuredLeg[] | null,
): Promise<MeasuredSwap> {
  const choices = choicesOf(session)
  const unpermitted = session.wish.withRefused ? readUnpermitted(session) : Promise.resolve([])
  const ordering = readOrderQuote(session)
  // Both are awaited at the end; a failure before that is kept until then.
  for (const late of [unpermitted, ordering]) late.catch(() => {})
  let count = 0
  const nextId = () => {
    count++
    return `c${count}`
  }
  const ids = choices.map(nextId)
  const ready = readyMiddlesOf(session)
  const isReady = ({ listing }: (typeof choices)[number]) => listing.state === 'ready'
  const all = [...choices.filter(isReady), ...ready.flatMap((one) => [...one.first, ...one.second])]
  // What was quoted before is repeated as it was: then no other way is sought.
  const middles = repeated === null ? ready : []
  const trials = hopTrialsOf(session, middles, nextId)
  const plan = {
    choices,
    ids,
    offers: offersFor(session, choices),
    hops: middles.flatMap(({ first }) => first),
    beside: trials.first,
  }
  // Splits run beside each other: which is counted first is not left to the node.
  const pathIds = middles.length === 0 ? [] : [nextId(), nextId()]
  const viewed = await viewLone(session, plan)
  const { views } = viewed
  const [{ curves, measured, refused, beside, hops }, second] = await Promise.all([
    runLone(session, plan, viewed),
    readSecondHops(session, middles, views),
  ])
  const chained = trials.second(beside)
  const chaining = runSwaps(session.swapRuns, chained)
  const probing = probeBest(session, measured, { chaining, curves })
  const again = repeated === null ? null : repeatedRunOf(session, all, repeated)
  const splits =
    again === null
      ? splitsOf(session, { views, curves, measured, nextId })
      : runRepeated(session, again, nextId)
  const paths = runPaths(session, {
    middles,
    views,
    direct: curves,
    first: hops,
    second,
    nextId: () => pathIds.shift()!,
  })
  const [probes, split, path, later, small, limits] = await Promise.all([
    probing,
    splits,
    paths,
    chaining,
    readSmallSales(
      session,
      chained.flatMap(({ legs }) => legs),
    ),
    partsOf(session, curves),
  ])
  const results = [...measured, ...split, ...path, ...later, ...refused]
  const hopPools = [...hops, ...[...second.values()].flatMap(({ pools }) => pools)]
  const smallSaleOf = (leg: SwapRunLeg) =>
    small.get(leg) ?? curves.thousandthOf(leg) ?? smallSaleIn(hopPools, leg)
  const measurements = results
    .map((result) => withSmallSales(result, smallSaleOf))
    .map((one) => (limits.has(one.id) ? { ...one, part: limits.get(one.id)! } : one))
    .sort((one, other) => numberOf(one.id) - numberOf(other.id))
  const inputs = inputsOf(session, measurements)
  // A token that takes a fee takes it of every swap: the best swap of one leg stands for all.
  const { faults, minimum } = probes ?? (await probesOf(session, { results, inputs })) ?? noProbes
  const probed = measurements.map((one) => withProbe(one, minimum))
  await session.assertFree()
  const order = await ordering
  const final = {
    ...inputsOf(session, probed),
    unpermitted: await unpermitted,
    faults,
    ...(order !== null && { order }),
  }
  return { quote: quoteOf(final), session, results }
}

/** Reads what pools of our own buy for parts of the session's amount: no third party is asked. */
async function ownCurvesAt(session: QuoteSession): Promise<readonly PoolCurve[]> {
  const choices = choicesOf(session).filter(({ venue }) => venue.offered.length === 0)
  const { curves } = await measureLone(session, {
    choices,
    ids: choices.map((_, index) => `c${index + 1}`),
    offers: Promise.resolve(new Map()),
    hops: [],
    beside: [],
  })
  return curves.curves
}

type ProbeInput = {
  /** Two hops: probed where no single venue may be built. */
  readonly chaining: Promise<readonly SwapRunResult[]>
  readonly curves: VenueCurves
}

/** Probes tokens and the minimum by the best single venue as soon as it ran, or by the best way of two hops. */
async function probeBest(
  session: QuoteSession,
  measured: readonly SwapRunResult[],
  { chaining, curves }: ProbeInput,
): Promise<Probes | null> {
  const probe = (results: readonly SwapRunResult[]) => {
    const counted = results.map((result) => withSmallSales(result, curves.thousandthOf))
    return probesOf(session, { results, inputs: inputsOf(session, counted) })
  }
  return (await probe(measured)) ?? probe(await chaining)
}

type SplitInput = {
  readonly views: VenueViews
  readonly curves: VenueCurves
  /** Of single venues: third parties that sold the whole amount may sell a part of it. */
  readonly measured: readonly SwapRunResult[]
  readonly nextId: () => string
}

/** Runs a first split, measures its pools again beside their shares, and runs the finer one, beside one with parts for third parties. */
async function splitsOf(
  session: QuoteSession,
  { views, curves, measured, nextId }: SplitInput,
): Promise<readonly SwapRunResult[]> {
  const plan = splitPlanOf(session, curves.curves)
  const coarse = splitRunOf(plan, plan.shares, nextId)
  const questions = coarse === null ? [] : refinementOf(session, plan)
  const [results, refined, offered] = await Promise.all([
    runSwaps(session.swapRuns, coarse === null ? [] : [coarse]),
    questions.length === 0 ? [] : refinePools(session, { views }, questions),
    plan.venues.length === 0 ? [] : readOfferedVenues(session, measured),
  ])
  const fine = questions.map(({ pool }, index) => ({ pool, curve: refined[index]! }))
  // Where parts that ran one after the other do not run at once, pools that refused the whole are left out.
  const isRefused = ({ pool }: SplitPlan['venues'][number]) => pool.refused !== null
  const finer =
    coarse === null || results[0]!.measurement.isSuccess
      ? plan
      : { ...plan, venues: plan.venues.filter((venue) => !isRefused(venue)) }
  const shares = coarse === null ? null : finerSplitOf(session, finer, fine)
  const isSame = finer === plan && shares?.join() === plan.shares?.join()
  const run = coarse === null || isSame ? null : splitRunOf(finer, shares, nextId)
  const mixed =
    offered.length === 0 ? null : await mixedRunOf(session, { plan: finer, fine, offered }, nextId)
  const further = [run, mixed].flatMap((one) => one ?? [])
  return [...results, ...(await runSwaps(session.swapRuns, further))]
}

/** So many venues that refused the amount are tried with the part that their pool carries. */
const maxParts = 4

/** By venue that refused the amount: the part of it that was sold there at once, and what was refused. */
async function partsOf(
  session: QuoteSession,
  { curves }: VenueCurves,
): Promise<ReadonlyMap<string, NonNullable<Measurement['part']>>> {
  const cut = curves.filter(({ result }) => !isSoldWhole(session, result)).slice(0, maxParts)
  const runs = cut.map(({ result, curve }): SwapRun => {
    const [leg] = result.swapRun.legs
    const sellAmount = curve.at(-1)!.sold
    return {
      id: result.swapRun.id,
      legs: [{ ...leg!, wish: { ...leg!.wish, sellAmount }, leg: { ...leg!.leg, sellAmount } }],
    }
  })
  const results = await runSwaps(session.swapRuns, runs)
  return new Map(
    results.flatMap(({ swapRun, measurement }, index) => {
      const { sellAmount: sold } = swapRun.legs[0]!.leg
      if (!measurement.isSuccess || !isSoldAs(measurement.sold, sold)) return []
      return [[swapRun.id, { sold, refused: cut[index]!.refused ?? session.sellAmount }] as const]
    }),
  )
}

/** Names the leaf that would permit the pair where some contract is known to trade it. */
async function noVenueErrorOf(session: QuoteSession): Promise<NoPermittedVenueError> {
  const [lacking] = await readLackingViews(session)
  const leaf = lacking?.permittingLeaf ?? null
  return new NoPermittedVenueError(session.sellToken, session.buyToken, {
    route: lacking?.route ?? null,
    leafThatWouldPermit: leaf === null ? null : { ...leaf, arguments: [...leaf.arguments] },
  })
}
