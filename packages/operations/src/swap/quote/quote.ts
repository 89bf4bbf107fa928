import {
  computeQuote,
  type Measurement,
  type QuoteInputs,
  quoteOf,
  type SmallSale,
  type SwapQuote,
  type SwapRequest,
} from '@vaultwright/swap'
import { choicesOf, legOf, type VenueChoice } from '../attempt.ts'
import { type OfferOutcome, offersFor } from '../offer/given-calldata.ts'
import {
  hasNoVenue,
  NoPermittedVenueError,
  openQuote,
  type QuoteSession,
} from '../quote-session.ts'
import type { SwapContext } from '../swap-context.ts'
import {
  refusedResult,
  runSwaps,
  type SwapRun,
  type SwapRunLeg,
  type SwapRunResult,
} from '../swap-run.ts'
import { readLackingViews, readUnpermitted } from '../unpermitted/unpermitted.ts'
import { curvesOf } from './output-curve.ts'
import { splitTrialsOf } from './split-run.ts'
import { probeTokens } from './token-probe.ts'
import { hopTrialsOf } from './two-hop.ts'
import { readChoices, readSmallSales } from './venue-view.ts'

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

/** Makes a quote, and keeps the trials of its candidates. */
export async function measureSwap(
  context: SwapContext,
  request: SwapRequest,
): Promise<MeasuredSwap> {
  const session = await openQuote(context, request)
  if (hasNoVenue(session)) throw await noVenueErrorOf(session)
  const { listings, sellToken, buyToken } = session
  const choices = choicesOf({ listings, sellToken, buyToken })
  const [views, offers] = await Promise.all([
    readChoices(session, choices),
    offersFor(session, choices),
  ])
  let count = 0
  const nextId = () => {
    count++
    return `c${count}`
  }
  const refused: SwapRunResult[] = []
  const singles: SwapRun[] = []
  for (const choice of choices) {
    const offer = offers.get(choice) ?? null
    const swapRun = singleTrial(session, choice, {
      id: nextId(),
      offer,
    })
    const refusal =
      offer?.refusal ?? stateRefusalOf(choice) ?? (views.isDry(choice) ? noPool : null)
    if (refusal === null) singles.push(swapRun)
    else refused.push(refusedResult(swapRun, refusal))
  }
  const hops = hopTrialsOf(session, nextId)
  const first = await runSwaps(session.swapRuns, [...singles, ...hops.first])
  const measured = first.slice(0, singles.length)
  const curves = await curvesOf(session, { views, results: measured })
  const splits = splitTrialsOf(session, { curves, nextId })
  const chained = hops.second(first.slice(singles.length))
  const [later, small] = await Promise.all([
    runSwaps(session.swapRuns, [...splits, ...chained]),
    readSmallSales(
      session,
      chained.flatMap(({ legs }) => legs),
    ),
  ])
  const results = [...measured, ...later, ...refused]
  const smallSaleOf = (leg: SwapRunLeg) => small.get(leg) ?? curves.thousandthOf(leg)
  const measurements = results
    .map((result) => withSmallSales(result, smallSaleOf))
    .sort((one, other) => numberOf(one.id) - numberOf(other.id))
  const inputs = inputsOf(session, measurements)
  const ran = results.find(({ swapRun }) => swapRun.id === computeQuote(inputs).candidates[0]?.id)
  const [probed, faults] = await Promise.all([
    probeMinimum(session, { results, inputs }),
    ran === undefined ? [] : probeTokens(session, ran),
  ])
  const unpermitted = request.withRefused ? await readUnpermitted(session) : []
  const final = { ...inputsOf(session, probed), unpermitted, faults }
  return { quote: quoteOf(final), session, results }
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

/** Says of each leg what its venue buys for an amount that does not move the price. */
function withSmallSales(
  { swapRun, measurement }: SwapRunResult,
  smallSaleOf: (leg: SwapRunLeg) => SmallSale | null,
): Measurement {
  if (!measurement.isSuccess) return measurement
  const legs = measurement.legs.map((leg, index) => ({
    ...leg,
    thousandth: smallSaleOf(swapRun.legs[index]!),
  }))
  return { ...measurement, legs }
}

const noPool = { code: 'venue_reverted', message: 'Pool does not exist' }

/** Why a venue of the pair is not tried at all. */
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

type ProbeInput = { readonly results: readonly SwapRunResult[]; readonly inputs: QuoteInputs }

/**
 * Runs the best swap of one leg once more with a minimum of one base unit above what it bought: it must
 * fail, or the least does not protect what arrives.
 */
async function probeMinimum(
  session: QuoteSession,
  { results, inputs }: ProbeInput,
): Promise<readonly Measurement[]> {
  const { candidates } = computeQuote(inputs)
  const { measurements } = inputs
  const tried = candidates.flatMap(({ id, refusal }) => {
    const result = results.find(({ swapRun }) => swapRun.id === id)
    const [leg, ...furtherLegs] = result?.swapRun.legs ?? []
    const isFit = refusal === null && leg?.leg.hasLeast === true && leg.leg.given === null
    return isFit && furtherLegs.length === 0 ? [result!] : []
  })
  const [best] = tried
  if (best === undefined) return measurements
  const [leg] = best.swapRun.legs
  const minimum = best.measurement.bought + 1n
  const probe: SwapRun = {
    ...best.swapRun,
    legs: [{ ...leg!, wish: { ...leg!.wish, least: minimum } }],
  }
  const [outcome] = await runSwaps(session.swapRuns, [probe])
  const isLeastEnforced = !outcome!.measurement.isSuccess
  // A token that takes a fee takes it of every swap.
  return measurements.map((one) => {
    if (one.id === best.swapRun.id) return { ...one, isLeastEnforced }
    return isLeastEnforced || !one.isSuccess ? one : { ...one, isLeastEnforced }
  })
}

function inputsOf(session: QuoteSession, measurements: readonly Measurement[]): QuoteInputs {
  const { context, block, root, wish: request, sellToken, buyToken, sellAmount } = session
  const { policy } = context
  return {
    chainId: context.chain.id,
    blockNumber: block.number,
    blockHash: block.hash,
    blockUnix: block.timestamp,
    root,
    vault: context.build.vault,
    wish: request,
    sellToken,
    buyToken,
    sellAmount,
    limits:
      policy === null
        ? null
        : {
            maxLossBps: policy.maxLossBps,
            maxImpactBps: policy.maxImpactBps,
            deviationBps: policy.deviationBps,
          },
    statements: session.statements,
    failures: session.failures,
    gasPriceWei: session.gasPriceWei,
    nativeAsset: session.nativeAsset,
    measurements,
    unpermitted: [],
    faults: [],
  }
}

function numberOf(id: string): number {
  return Number(id.slice(1))
}
