import { buildActions } from '@vaultwright/builder'
import type { RunTransaction } from '@vaultwright/chain'
import {
  coarseAmounts,
  fineAmounts,
  joinCurves,
  type OutputCurve,
  outputAt,
  planSplit,
  refineCurve,
  usableCurve,
} from '@vaultwright/swap'
import { requestOf, type VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import { refusedResult, runSwaps, type SwapRunResult } from '../swap-run.ts'
import { runSteps } from './curve-step.ts'
import { type PoolCurve, poolsOf, refinePools, type VenueCurves } from './output-curve.ts'
import {
  type PathPlan,
  type PathPools,
  type PlanPool,
  type PoolShare,
  pathRunOf,
  planPaths,
} from './path-plan.ts'
import { separatePools, splitLegOf } from './split-run.ts'
import type { Middle } from './two-hop.ts'
import { isViewable, readChoices, type VenueViews } from './venue-view.ts'

/** The pools of a second hop at amounts that the first one may buy. */
type SecondHop = {
  /** It sells the token in between: its amount is about all that the first hop buys. */
  readonly session: QuoteSession
  readonly views: VenueViews
  readonly pools: readonly PoolCurve[]
}

/** Second hops by their token, as far as they were read. */
export type SecondHops = ReadonlyMap<Middle, SecondHop>

/** The venues of a first hop, and what parts of the amount buy there. */
type FirstHop = readonly { readonly choice: VenueChoice; readonly curve: OutputCurve }[]

/** Reads second hops of tokens whose first hop is told by calls: at once with the runs of single venues. */
export async function readSecondHops(
  session: QuoteSession,
  middles: readonly Middle[],
  views: VenueViews,
): Promise<SecondHops> {
  if (!session.wish.canSplit) return new Map()
  const firstOf = ({ first }: Middle): FirstHop =>
    first.map((choice) => ({ choice, curve: usableCurve(views.pointsOf(choice) ?? [], null) }))
  return readHops(session, middles, firstOf)
}

type PathInput = {
  readonly middles: readonly Middle[]
  /** Of the pair and of first hops. */
  readonly views: VenueViews
  readonly direct: VenueCurves
  /** Of first hops. */
  readonly first: readonly PoolCurve[]
  /** Second hops that were read beside them. */
  readonly second: SecondHops
  readonly nextId: () => string
}

/**
 * Splits the amount over pools of the pair and paths of two hops, each split over its own pools: runs a first plan,
 * measures its pools again beside their shares, and runs the finer one.
 *
 * A second hop that had to wait for what the first one buys is measured once, and its plan is run once.
 */
export async function runPaths(
  session: QuoteSession,
  { middles, views, direct, first, second, nextId }: PathInput,
): Promise<readonly SwapRunResult[]> {
  if (!session.wish.canSplit) return []
  const firstOf = ({ token }: Middle) =>
    first.filter(({ result }) => result.swapRun.legs[0]!.leg.buyToken === token.address)
  const late = middles.filter((middle) => !second.has(middle) && firstOf(middle).length > 0)
  const lateFirstOf = (middle: Middle): FirstHop =>
    firstOf(middle).map(({ result, curve }) => ({ choice: result.swapRun.legs[0]!.choice, curve }))
  const all = new Map([...second, ...(await readHops(session, late, lateFirstOf))])
  const ends = [...middles].flatMap((middle) => all.get(middle)?.pools ?? [])
  const pools = new Set(withoutShared([...first, ...ends, ...separatePools(direct.curves)]))
  const planWith = (curveOf: (pool: PoolCurve) => OutputCurve) => {
    const listed = (list: readonly PoolCurve[]): readonly PlanPool[] =>
      list.filter((pool) => pools.has(pool)).map((pool) => ({ pool, curve: curveOf(pool) }))
    const paths = middles
      .map((middle): PathPools => {
        const pair = {
          first: listed(firstOf(middle)),
          second: listed(all.get(middle)?.pools ?? []),
        }
        return { middle, ...pair }
      })
      .filter((path) => path.first.length > 0 && path.second.length > 0)
    return paths.length === 0 ? null : planPaths(session, listed(direct.curves), paths)
  }
  const plan = planWith(({ curve }) => curve)
  if (plan === null) return []
  const swaps = session.swapRuns
  if (late.length > 0) return runSwaps(swaps, [pathRunOf(plan, nextId)])
  const [coarse, fine] = await Promise.all([
    runSwaps(swaps, [pathRunOf(plan, nextId)]),
    refinePlan(session, plan, { views, second: all }),
  ])
  const finer = planWith((pool) => refineCurve(pool.curve, fine.get(pool) ?? []))
  return finer === null
    ? coarse
    : [...coarse, ...(await runSwaps(swaps, [pathRunOf(finer, nextId)]))]
}

async function readHops(
  session: QuoteSession,
  middles: readonly Middle[],
  firstOf: (middle: Middle) => FirstHop,
): Promise<SecondHops> {
  const hops = await Promise.all(
    middles.map(
      async (middle) => [middle, await readHop(session, middle, firstOf(middle))] as const,
    ),
  )
  return new Map(hops.flatMap(([middle, hop]) => (hop === null ? [] : [[middle, hop] as const])))
}

/** Measures the venues of a second hop with what the first one buys; null where that is not known. */
async function readHop(
  session: QuoteSession,
  middle: Middle,
  venues: FirstHop,
): Promise<SecondHop | null> {
  const first = venues.filter(({ curve, choice }) => curve.length > 0 && isOwn(choice))
  const sellAmount = outputAt(joinCurves(first.map(({ curve }) => curve)), session.sellAmount)
  const choices = middle.second.filter(isOwn)
  if (sellAmount === 0n || choices.length === 0) return null
  const hop = { ...session, sellToken: middle.token, sellAmount }
  const stepped = choices.filter((choice) => !isViewable(hop, choice))
  const funding = stepped.length === 0 ? [] : await fundingOf(session, first)
  const funded = { ...hop, swapRuns: { ...session.swapRuns, funding } }
  const amounts = coarseAmounts(sellAmount)
  const [views, steps] = await Promise.all([
    readChoices(funded, choices),
    runSteps(
      funded,
      stepped.map((choice) => ({ choice, amounts })),
    ),
  ])
  const pools = choices.flatMap((choice): readonly PoolCurve[] => {
    const points = views.pointsOf(choice) ?? steps[stepped.indexOf(choice)] ?? []
    const curve = usableCurve(points, null)
    if (curve.length === 0) return []
    const last = curve.at(-1)!.sold
    const refused = amounts.find((amount) => amount > last) ?? null
    const result = refusedResult({ id: 'hop', legs: [splitLegOf(choice, sellAmount)] }, notAlone)
    return [{ result, pools: poolsOf(hop, choice), curve, refused, end: null }]
  })
  return { session: funded, views, pools }
}

const notAlone = { code: 'venue_reverted', message: 'It was not run alone.' }

/** A sale of the whole amount over the pools of a first hop: steps of the second sell what it brings. */
async function fundingOf(
  { swapRuns, sellAmount }: QuoteSession,
  venues: FirstHop,
): Promise<readonly RunTransaction[]> {
  const room = venues.reduce((sum, { curve }) => sum + (curve.at(-1)?.sold ?? 0n), 0n)
  const list = venues.map(({ curve }) => ({ curve, fixedCost: 0n }))
  const shares = planSplit(list, room < sellAmount ? room : sellAmount) ?? []
  const requests = venues.flatMap(({ choice }, index) => {
    const amount = shares[index] ?? 0n
    return amount === 0n ? [] : [requestOf(choice, { sellAmount: amount, least: null, data: null })]
  })
  if (requests.length === 0) return []
  const { target, calldata } = await buildActions(swapRuns.build, requests)
  return [{ from: swapRuns.strategist, to: target, data: calldata }]
}

/** Measures the pools of a plan again, beside their shares. */
async function refinePlan(
  session: QuoteSession,
  { direct, paths }: PathPlan,
  { views, second }: Pick<PathInput, 'views' | 'second'>,
): Promise<ReadonlyMap<PoolCurve, OutputCurve>> {
  const groups = [
    { hop: { session, views }, shares: [...direct, ...paths.flatMap(({ first }) => first)] },
    ...paths.map((path) => ({ hop: second.get(path.middle)!, shares: path.second })),
  ]
  const curves = await Promise.all(
    groups.map(({ hop, shares }) =>
      refinePools(
        hop.session,
        hop,
        shares.map((share) => ({
          pool: share.pool,
          amounts: amountsBeside(hop.session.sellAmount, share),
        })),
      ),
    ),
  )
  return new Map(
    groups.flatMap(({ shares }, group) =>
      shares.map(({ pool }, index) => [pool, curves[group]![index]!] as const),
    ),
  )
}

function amountsBeside(whole: bigint, { pool, sellAmount }: PoolShare): readonly bigint[] {
  const isEnd = pool.end === null && sellAmount === pool.curve.at(-1)!.sold
  return fineAmounts(whole, sellAmount, isEnd ? pool.refused : null)
}

/** Takes the pools that share nothing: of venues of one pool the first counts. */
function withoutShared(pools: readonly PoolCurve[]): readonly PoolCurve[] {
  const taken = new Set<string>()
  return pools.filter(({ pools: names, result }) => {
    const { leg } = result.swapRun.legs[0]!
    // A conversion at a contract's own rate moves no price.
    if (leg.kind === 'conversion') return true
    if (names === null || names.some((name) => taken.has(name))) return false
    for (const name of names) taken.add(name)
    return true
  })
}

/** True of what the vault itself does: a drone holds none of what another leg buys. */
function isOwn({ listing }: VenueChoice): boolean {
  return listing.drone === null
}
