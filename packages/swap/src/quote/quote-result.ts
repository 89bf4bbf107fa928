import { wholeBps } from '@vaultwright/base'
import type { FreeField } from '@vaultwright/protocols'
import { orderRoute } from '../market/order-permission.ts'
import type { SwapToken } from '../market/swap-pair.ts'
import { printBps } from './basis-point-text.ts'
import { candidateRefusalOf } from './candidate-refusal.ts'
import type { QuotePrices } from './exact-price.ts'
import { boundOf, fairValueOf, gasCostIn } from './fair-value.ts'
import { impactOf } from './impact.ts'
import { legMinimumsOf } from './leg-minimum.ts'
import { orderOfferOf } from './order-offer.ts'
import type { MeasuredLeg, Measurement, QuoteInputs } from './quote-input.ts'
import { rankedOf } from './rank.ts'
import { comparisonsOf, partText } from './sentence.ts'
import type {
  FairValue,
  OrderOffer,
  RefusedVenue,
  SwapCandidate,
  SwapLeg,
  SwapRequest,
} from './swap-quote.ts'

/** The results that follow from the inputs of a quote. */
type QuoteOutcome = {
  readonly fair: FairValue | null
  readonly fairReason: string | null
  readonly bound: { readonly maxLossBps: bigint; readonly least: bigint } | null
  readonly best: string | null
  readonly candidates: readonly SwapCandidate[]
  readonly order?: OrderOffer
  readonly refused: readonly RefusedVenue[]
  readonly why: readonly string[]
}

/**
 * Judges and ranks what was measured. It asks nothing: the same inputs give the same result.
 *
 * Formula: `swap-quote@4`.
 */
export function computeQuote(inputs: QuoteInputs): QuoteOutcome {
  const { sellToken, buyToken, sellAmount, limits, measurements } = inputs
  const book: QuotePrices = {
    statements: inputs.statements,
    failures: inputs.failures,
    deviationBps: limits?.deviationBps ?? 0n,
  }
  const { fair, reason } =
    limits === null
      ? {
          fair: null,
          reason: 'The vault has no policy of swaps, so nothing says what the tokens are worth.',
        }
      : fairValueOf(book, { sellToken, buyToken, sellAmount })
  const bound =
    fair === null || limits === null
      ? null
      : { maxLossBps: limits.maxLossBps, least: boundOf(fair.buyAmount, limits.maxLossBps) }
  const terms = { inputs, book, fair, bound }
  const isCounted = measurements.filter(({ isSuccess }) => isSuccess)
  const candidates = rankedOf(
    isCounted.map((measurement) => ({
      measurement,
      candidate: candidateOf(measurement, terms),
    })),
  )
  const best = candidates.find(({ refusal }) => refusal === null) ?? null
  const order =
    inputs.order === undefined
      ? null
      : orderOfferOf(inputs.order, { inputs, fair, fairReason: reason, bound }, candidates)
  return {
    fair,
    fairReason: reason,
    bound,
    best: best?.id ?? null,
    candidates,
    ...(order !== null && { order }),
    refused: [
      ...measurements.flatMap((one) => (one.isSuccess ? [] : refusedOf(one, sellToken))),
      ...refusedBookOf(inputs),
    ],
    why: comparisonsOf(candidates, buyToken),
  }
}

/** The terms by which a measurement is judged. */
type JudgingTerms = {
  readonly inputs: QuoteInputs
  readonly book: QuotePrices
  readonly fair: FairValue | null
  readonly bound: QuoteOutcome['bound']
}

function candidateOf(measurement: Measurement, terms: JudgingTerms): SwapCandidate {
  const { inputs, book, fair, bound } = terms
  const { bought, legs, gasUsed, leftover } = measurement
  const minimums = legMinimumsOf(measurement, {
    slippageBps: inputs.wish.slippageBps,
    bound: floorOf(inputs.wish, bound),
  })
  const refusal = candidateRefusalOf(measurement, { ...terms, minimums })
  const isUsable = refusal === null && minimums !== null
  const wei = inputs.gasPriceWei === null ? null : inputs.gasPriceWei * gasUsed
  const cost =
    wei === null ? null : gasCostIn(book, { wei, native: inputs.nativeAsset }, inputs.buyToken)
  const offered = legs.length === 1 ? (legs[0]!.given?.offered ?? null) : null
  return {
    id: measurement.id,
    legs: legs.map((leg, index) => legOf(leg, legs, isUsable ? minimums.legs[index]! : null)),
    method: 'executed',
    buyAmount: bought,
    offeredAmount: offered,
    least: isUsable ? minimums.total : null,
    lossBps:
      fair === null || fair.buyAmount === 0n
        ? null
        : printBps(fair.buyAmount - bought, fair.buyAmount),
    ...impactFieldsOf(measurement),
    gasUsed,
    netOfGas: cost === null ? null : bought - cost,
    isWithinBound: bound === null ? null : bought >= bound.least,
    leftover,
    free: legs.flatMap(freeOf),
    refusal,
  }
}

/** The least that a swap must buy: what the policy demands, or the request where that is more. */
function floorOf({ buyAmount }: SwapRequest, bound: QuoteOutcome['bound']): bigint | null {
  if (buyAmount === undefined || (bound !== null && bound.least > buyAmount))
    return bound?.least ?? null
  return buyAmount
}

function impactFieldsOf(
  measurement: Measurement,
): Pick<SwapCandidate, 'impactBps' | 'impactReason'> {
  const impact = impactOf(measurement)
  if (impact.reason !== null) return { impactBps: null, impactReason: impact.reason }
  return { impactBps: printBps(impact.lost, impact.whole), impactReason: null }
}

function freeOf({ route, hasLeast, given: offer }: MeasuredLeg): readonly FreeField[] {
  if (hasLeast || offer !== null) return []
  const reason = `The call of ${route} demands no least output: between the block of the quote and that of the transaction its rate alone decides what arrives.`
  return [{ field: 'minimum', why: reason }]
}

function legOf(leg: MeasuredLeg, legs: readonly MeasuredLeg[], minimum: bigint | null): SwapLeg {
  const { route, params, sellToken, buyToken, sellAmount } = leg
  return {
    route,
    params,
    sellToken,
    buyToken,
    sellAmount,
    shareBps: shareOf(leg, legs),
    least: minimum,
  }
}

/** Shares of one hop sum to the whole: what rounding leaves is the first leg's. */
function shareOf(leg: MeasuredLeg, legs: readonly MeasuredLeg[]): bigint {
  const hop = legs.filter(({ sellToken }) => sellToken === leg.sellToken)
  const total = hop.reduce((sum, one) => sum + one.sellAmount, 0n)
  if (total === 0n) return wholeBps
  const roundedDown = (one: MeasuredLeg) => (one.sellAmount * wholeBps) / total
  if (leg !== hop[0]) return roundedDown(leg)
  return wholeBps - hop.slice(1).reduce((sum, one) => sum + roundedDown(one), 0n)
}

function refusedOf(one: Measurement, sellToken: SwapToken): readonly RefusedVenue[] {
  const { legs, failure } = one
  const { code, message } = failure ?? { code: 'venue_reverted', message: 'It reverted.' }
  const route = legs.map((leg) => leg.route).join(' + ')
  return [{ route, params: paramsOf(legs), code, message: `${message}${partText(one, sellToken)}` }]
}

function refusedBookOf({ order }: QuoteInputs): readonly RefusedVenue[] {
  const failure = order?.failure ?? null
  return failure === null ? [] : [{ route: orderRoute, params: {}, ...failure }]
}

function paramsOf(legs: readonly MeasuredLeg[]): Readonly<Record<string, string>> {
  return legs.length === 1 ? legs[0]!.params : {}
}
