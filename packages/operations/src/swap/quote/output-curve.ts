import { buildActions } from '@vaultwright/builder'
import { simulateEach } from '@vaultwright/chain'
import type { OutputCurve, SmallSale } from '@vaultwright/swap'
import { requestOf, type VenueChoice, venueValuesOf } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'
import { readsOf, type SwapRun, type SwapRunLeg, type SwapRunResult } from '../swap-run.ts'
import { curvePoints, impactPart, type VenueViews } from './venue-view.ts'

/** So many venues without a view are run for a curve or for their impact. */
const maxExecuted = 2

/** The outputs of venues for parts of the amount. */
export type VenueCurves = {
  /** Venues with a curve, each with what the whole amount did. */
  readonly curves: readonly { readonly result: SwapRunResult; readonly curve: OutputCurve }[]
  /** The output of a leg's venue for a thousandth; null if unknown. */
  readonly thousandthOf: (leg: SwapRunLeg) => SmallSale | null
}

type CurveInput = {
  readonly views: VenueViews
  /** Of single venues. */
  readonly results: readonly SwapRunResult[]
}

/**
 * Finds what venues buy for parts of the amount: by views, and where there is none by selling it in
 * twentieths, one after the other on the block's state, for the few venues that buy the most.
 */
export async function curvesOf(
  session: QuoteSession,
  { views, results }: CurveInput,
): Promise<VenueCurves> {
  const isOwn = ({ measurement }: SwapRunResult) =>
    measurement.isSuccess && measurement.legs.every(({ given }) => given === null)
  const venueResults = results.filter(isOwn).sort(byOutput)
  const choiceOf = ({ swapRun }: SwapRunResult) => swapRun.legs[0]!.choice
  const poolOf = (one: SwapRunResult) => poolKeyOf(session, choiceOf(one))
  const unseen = firstOfEach(
    venueResults
      .filter((one) => choiceOf(one).listing.kind !== 'conversion')
      .filter((one) => views.thousandthOf(choiceOf(one)) === null),
    poolOf,
  ).slice(0, maxExecuted)
  const executed = await runCurves(
    session,
    unseen.map(({ swapRun }) => swapRun),
  )
  const byPool = new Map(unseen.map((one, index) => [poolOf(one), executed[index] ?? null]))
  const curves = venueResults.flatMap((result) => {
    const curve = views.curveOf(choiceOf(result)) ?? byPool.get(poolOf(result))?.curve ?? null
    return curve === null || curve.length < 2 ? [] : [{ result, curve }]
  })
  return {
    curves,
    thousandthOf: ({ choice, leg }) =>
      leg.given === null
        ? (views.thousandthOf(choice) ?? byPool.get(poolKeyOf(session, choice))?.thousandth ?? null)
        : null,
  }
}

/** Venues of one pool buy the same: what it trades against, or the venue itself where that is not known. */
export function poolKeyOf(session: QuoteSession, choice: VenueChoice): string | VenueChoice {
  if (choice.venue.poolKey === null) return choice
  return choice.venue.poolKey(
    venueValuesOf(choice, session.sellAmount, {
      chainId: session.context.chain.id,
      knownFacts: session.knownFacts,
      contracts: session.context.contracts,
    }),
  )
}

function firstOfEach(
  results: readonly SwapRunResult[],
  keyOf: (result: SwapRunResult) => unknown,
): readonly SwapRunResult[] {
  const byKey = new Map<unknown, SwapRunResult>()
  for (const result of results) {
    const key = keyOf(result)
    if (!byKey.has(key)) byKey.set(key, result)
  }
  return [...byKey.values()]
}

type ExecutedCurve = {
  readonly curve: OutputCurve
  readonly thousandth: SmallSale | null
}

async function runCurves(
  session: QuoteSession,
  swapRuns: readonly SwapRun[],
): Promise<readonly (ExecutedCurve | null)[]> {
  const context = session.swapRuns
  const thousandth = session.sellAmount / impactPart
  if (thousandth === 0n) return swapRuns.map(() => null)
  const remaining = session.sellAmount - thousandth
  const parts = session.wish.canSplit
    ? Array.from({ length: Number(curvePoints) }, (_, index) => {
        const step = BigInt(index)
        return (remaining * (step + 1n)) / curvePoints - (remaining * step) / curvePoints
      })
    : []
  const amounts = [thousandth, ...parts]
  const runs = await Promise.all(
    swapRuns.map(async (swapRun) => {
      const { choice } = swapRun.legs[0]!
      const sizes = [...new Set(amounts)]
      const built = await Promise.all(
        sizes.map((sellAmount) => calldataOf(session, choice, sellAmount)),
      )
      const transactions = amounts.map((amount) => {
        const { target, calldata } = built[sizes.indexOf(amount)]!
        return { from: context.strategist, to: target, data: calldata }
      })
      return { transactions, reads: readsOf({ ...context, watched: [] }, swapRun) }
    }),
  )
  const { runs: results } = await simulateEach(context.engines, context.block, runs)
  return results.map(({ transactions, readings }, index) => {
    const { leg } = swapRuns[index]!.legs[0]!
    const place = runs[index]!.reads.findIndex(
      (read) => read.kind === 'balance' && read.token === leg.buyToken,
    )
    const [start] = readings
    if (transactions.some(({ isSuccess }) => !isSuccess)) return null
    const points: { sold: bigint; bought: bigint }[] = []
    let sold = 0n
    for (const [step, amount] of amounts.entries()) {
      sold += amount
      const [then, now] = [start?.[place] ?? null, readings[step + 1]?.[place] ?? null]
      if (then === null || now === null) return null
      points.push({ sold, bought: now - then })
    }
    return { curve: points, thousandth: points[0] ?? null }
  })
}

function calldataOf({ swapRuns }: QuoteSession, choice: VenueChoice, sellAmount: bigint) {
  return buildActions(swapRuns.build, [requestOf(choice, { sellAmount, least: null, data: null })])
}

function byOutput(one: SwapRunResult, other: SwapRunResult): number {
  const [bought, otherBought] = [one.measurement.bought, other.measurement.bought]
  if (bought !== otherBought) return bought > otherBought ? -1 : 1
  return (
    one.swapRun.id.length - other.swapRun.id.length || (one.swapRun.id < other.swapRun.id ? -1 : 1)
  )
}
