import {
  coarseAmounts,
  isSoldAs,
  type OutputCurve,
  type SmallSale,
  usableCurve,
} from '@vaultwright/swap'
import { type VenueChoice, venueValuesOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import type { SwapRunLeg, SwapRunResult } from '../swap-run.ts'
import { runSteps, seekEnds } from './curve-step.ts'
import { type CurvePoints, impactPart, readPoints, type VenueViews } from './venue-view.ts'

/** So many pools without a view are sold to in steps. */
const maxStepped = 12

/** A pool that may carry a part of the amount, and what parts buy of it. */
export type PoolCurve = {
  /** The venue of the pool that buys the most for the whole amount. */
  readonly result: SwapRunResult
  /** Names of the pools that it trades against; null where they are not known. */
  readonly pools: readonly string[] | null
  /** Up to the last amount that it carries. */
  readonly curve: OutputCurve
  /** The least amount that it is known not to sell whole; null where it sells all. */
  readonly refused: bigint | null
  /** The part that it sold of the whole amount; null where it sold all, or reverted. */
  readonly end: OutputCurve[number] | null
}

/** The outputs of venues for parts of the amount. */
export type VenueCurves = {
  /** In the order of what they buy for the whole amount. */
  readonly curves: readonly PoolCurve[]
  /** The output of a leg's venue for a thousandth; null if unknown. */
  readonly thousandthOf: (leg: SwapRunLeg) => SmallSale | null
}

/** The points of venues that no view tells, by what they trade against. */
export type SteppedPools = ReadonlyMap<unknown, CurvePoints>

/** Sells to the pools that no view tells about, in one round trip: a thousandth, and on to the whole amount. */
export async function stepPools(
  session: QuoteSession,
  choices: readonly VenueChoice[],
  views: VenueViews,
): Promise<SteppedPools> {
  const { sellAmount, wish: request } = session
  if (sellAmount < impactPart) return new Map()
  const unseen = new Map<unknown, VenueChoice>()
  const isVault = ({ listing }: VenueChoice) => listing.drone === null
  const ordered = [...choices.filter(isVault), ...choices.filter((one) => !isVault(one))]
  for (const choice of ordered) {
    const { listing, venue } = choice
    if (listing.kind !== 'exchange' || venue.offered.length > 0) continue
    if (views.thousandthOf(choice) !== null) continue
    const key = poolKeyOf(session, choice)
    if (!unseen.has(key)) unseen.set(key, choice)
  }
  const pools = [...unseen].slice(0, maxStepped)
  const amounts = request.canSplit ? coarseAmounts(sellAmount) : [sellAmount / impactPart]
  const points = await runSteps(
    session,
    pools.map(([, choice]) => ({ choice, amounts })),
  )
  return new Map(pools.map(([key], index) => [key, points[index]!]))
}

type CurveInput = {
  readonly views: VenueViews
  readonly stepped: SteppedPools
  /** Of single venues. */
  readonly results: readonly SwapRunResult[]
}

/** Joins what is known of each pool, whatever the whole amount did there. */
export function curvesOf(
  session: QuoteSession,
  { views, stepped, results }: CurveInput,
): VenueCurves {
  const isOwn = ({ measurement }: SwapRunResult) =>
    measurement.legs.every(({ given }) => given === null)
  const curves = results
    .filter(isOwn)
    .sort(byOutput)
    .flatMap((result): readonly PoolCurve[] => {
      const { choice } = result.swapRun.legs[0]!
      const { sellAmount } = session
      const points = views.pointsOf(choice) ?? stepped.get(poolKeyOf(session, choice)) ?? []
      const isWhole = isSoldWhole(session, result)
      const end = isWhole ? null : endOf(result)
      const curve = usableCurve(isWhole ? points : pointsBelow(points, sellAmount), end)
      if (curve.length === 0) return []
      const last = curve.at(-1)!.sold
      const more = coarseAmounts(sellAmount).find((amount) => amount > last) ?? null
      return [{ result, pools: poolsOf(session, choice), curve, refused: more, end }]
    })
  return {
    curves,
    thousandthOf: ({ choice, leg }) =>
      leg.given === null
        ? (views.thousandthOf(choice) ?? stepped.get(poolKeyOf(session, choice))?.[0] ?? null)
        : null,
  }
}

/** Measures pools again at other amounts, the way that they were measured first. */
export async function refinePools(
  session: QuoteSession,
  { views }: { readonly views: VenueViews },
  questions: readonly { readonly pool: PoolCurve; readonly amounts: readonly bigint[] }[],
): Promise<readonly OutputCurve[]> {
  const plans = questions.map(({ pool, amounts }) => ({
    choice: pool.result.swapRun.legs[0]!.choice,
    amounts,
  }))
  const isViewed = ({ choice }: (typeof plans)[number]) => views.pointsOf(choice) !== null
  const ending = questions.flatMap(({ pool, amounts }) => {
    const last = pool.curve.at(-1)!.sold
    if (pool.end !== null || pool.refused === null || !amounts.includes(last)) return []
    const { choice } = pool.result.swapRun.legs[0]!
    return [{ pool, choice, sold: last, refused: pool.refused }]
  })
  const [ends, viewed, run] = await Promise.all([
    seekEnds(session, ending),
    readPoints(session, plans.filter(isViewed)),
    runSteps(
      session,
      plans.filter((one) => !isViewed(one)),
    ),
  ])
  const answers = { viewed: [...viewed], run: [...run] }
  return plans.map((one, index) => {
    const points = (isViewed(one) ? answers.viewed : answers.run).shift() ?? []
    const { pool } = questions[index]!
    const curve = usableCurve(
      pointsBelow(points, pool.refused ?? session.sellAmount + 1n),
      pool.end,
    )
    const end = ends[ending.findIndex((entry) => entry.pool === pool)] ?? null
    const last = curve.at(-1)?.sold ?? 0n
    const next = one.amounts.find((amount) => amount > last) ?? pool.refused ?? 0n
    // Parts that ran one after the other may sell more than the pool sells at once.
    return end !== null && end.sold > last && end.sold < next ? [...curve, end] : curve
  })
}

/** Points of amounts that are not known to be too much. */
function pointsBelow(points: CurvePoints, limit: bigint): CurvePoints {
  return points.map((point) => (point !== null && point.sold < limit ? point : null))
}

/** The part that a venue sold of the whole amount: where a pool of ranges ends, the rest stays with the vault. */
function endOf({ measurement }: SwapRunResult): OutputCurve[number] | null {
  const { isSuccess, sold, bought } = measurement
  return isSuccess && sold > 0n && bought > 0n ? { sold, bought } : null
}

/** True if the venue sold the whole amount, and nothing else. */
export function isSoldWhole({ sellAmount }: QuoteSession, { measurement }: SwapRunResult): boolean {
  return measurement.isSuccess && isSoldAs(measurement.sold, sellAmount)
}

/** Names of the pools that a venue trades against; null where they are not known. */
export function poolsOf(session: QuoteSession, choice: VenueChoice): readonly string[] | null {
  const key = poolKeyOf(session, choice)
  return typeof key === 'string' ? key.split(',') : null
}

/** Venues of one pool buy the same: what it trades against, or the venue itself where that is not known. */
function poolKeyOf(session: QuoteSession, choice: VenueChoice): string | VenueChoice {
  const key = choice.venue.poolKey?.(
    venueValuesOf(choice, session.sellAmount, {
      chainId: session.context.chain.id,
      knownFacts: session.knownFacts,
      contracts: session.context.contracts,
    }),
  )
  return key ?? choice
}

/** Orders results by what they buy, the most first. */
export function byOutput(one: SwapRunResult, other: SwapRunResult): number {
  const [bought, otherBought] = [one.measurement.bought, other.measurement.bought]
  if (bought !== otherBought) return bought > otherBought ? -1 : 1
  return (
    one.swapRun.id.length - other.swapRun.id.length || (one.swapRun.id < other.swapRun.id ? -1 : 1)
  )
}
