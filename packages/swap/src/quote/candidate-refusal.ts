import { wholeBps } from '@vaultwright/base'
import { executionRefusalOf } from '../offer/executed-offer.ts'
import type { SwapRefusal } from '../offer/swap-refusal.ts'
import { printPercent } from './basis-point-text.ts'
import { impactOf } from './impact.ts'
import type { LegMinimums } from './leg-minimum.ts'
import type { Measurement, QuoteInputs } from './quote-input.ts'
import { isSoldAs } from './rounding.ts'
import { amountText, partText } from './sentence.ts'
import type { FairValue } from './swap-quote.ts'

/** The demands of the vault on any way to swap. */
export type PolicyTerms = {
  readonly inputs: QuoteInputs
  readonly fair: FairValue | null
  readonly fairReason: string | null
  readonly bound: { readonly maxLossBps: bigint; readonly least: bigint } | null
}

/** The terms of a measurement. */
export type RefusalTerms = Omit<PolicyTerms, 'fairReason'> & {
  readonly minimums: LegMinimums | null
}

/**
 * Finds the first reason against a swap that ran.
 *
 * In this order: tokens that move otherwise than they should, what a third party's calldata gives away,
 * the bound, the amount that is to be bought, the impact.
 *
 * @returns null where it may be built.
 */
export function candidateRefusalOf(
  measurement: Measurement,
  terms: RefusalTerms,
): SwapRefusal | null {
  return (
    movementRefusalOf(measurement, terms) ??
    boundRefusalOf(measurement, terms) ??
    outputRefusalOf(measurement, terms) ??
    offerRefusalOf(measurement, terms) ??
    impactRefusalOf(measurement, terms) ??
    minimumRefusalOf(terms)
  )
}

/**
 * Finds the first reason against an order whose limit is so much, in base units: as against a swap that buys it.
 *
 * @returns null where it may be placed.
 */
export function orderRefusalOf(bought: bigint, terms: PolicyTerms): SwapRefusal | null {
  const { inputs, fairReason } = terms
  const fault = faultRefusalOf(inputs)
  if (fault !== null) return fault
  if (inputs.limits !== null && terms.bound === null)
    return { code: 'price_unknown', message: fairReason ?? 'The price is not known.' }
  return (
    boundRefusalOf({ bought }, terms) ??
    outputRefusalOf({ bought }, terms) ??
    (bought > 0n
      ? null
      : { code: 'price_out_of_bound', message: 'The order book offers nothing for the amount.' })
  )
}

function movementRefusalOf(measurement: Measurement, { inputs }: RefusalTerms): SwapRefusal | null {
  const { sold, legs, isReconciled, lost, isLeastEnforced } = measurement
  const code = 'token_moves_otherwise'
  const pulled = legs
    .filter(({ sellToken }) => sellToken === legs[0]!.sellToken)
    .reduce((sum, leg) => sum + leg.sellAmount, 0n)
  if (!isSoldAs(sold, pulled) || pulled !== inputs.sellAmount) {
    const part = partText(measurement, inputs.sellToken)
    const message = `${sold} base units left the vault, and ${inputs.sellAmount} are sold.${part}`
    return { code, message }
  }
  const fault = faultRefusalOf(inputs)
  if (fault !== null) return fault
  const [first] = lost
  if (first !== undefined) {
    const message = `${first.amount} base units of ${first.token} left the vault, too, which is not sold.`
    return { code, message }
  }
  if (!isReconciled) {
    const message =
      'What the balances show is not what the tokens say moved: a fee on transfer, or a token that is silent or lies.'
    return { code, message }
  }
  if (isLeastEnforced === false) {
    const message =
      'A least of more than arrives does not stop the swap: the bought token takes a fee on transfer, or the venue does not look at what arrives.'
    return { code, message }
  }
  return null
}

function faultRefusalOf({ faults: [fault] }: QuoteInputs): SwapRefusal | null {
  if (fault === undefined) return null
  return {
    code: 'token_moves_otherwise',
    message: `Of ${fault.sent} base units of ${fault.token} that are sent, ${fault.arrived} arrive: the token takes a fee of transfers.`,
  }
}

function boundRefusalOf(
  { bought }: Pick<Measurement, 'bought'>,
  { fair, bound }: Pick<PolicyTerms, 'fair' | 'bound'>,
): SwapRefusal | null {
  if (bound === null || fair === null || bought >= bound.least) return null
  const less = printPercent(fair.buyAmount - bought, fair.buyAmount)
  const allowed = printPercent(bound.maxLossBps, wholeBps)
  return {
    code: 'price_out_of_bound',
    message: `${less} % less than the tokens are worth; the policy allows ${allowed} %.`,
  }
}

function outputRefusalOf(
  { bought }: Pick<Measurement, 'bought'>,
  { inputs: { wish: request, sellAmount, sellToken, buyToken } }: Pick<PolicyTerms, 'inputs'>,
): SwapRefusal | null {
  const { buyAmount, maxSellAmount } = request
  if (buyAmount === undefined || bought >= buyAmount) return null
  const sold = amountText(sellAmount, sellToken)
  const limit = sellAmount === maxSellAmount ? `${sold}, the most that may be sold` : sold
  return {
    code: 'buys_too_little',
    message: `It buys ${amountText(bought, buyToken)} for ${limit}; ${amountText(buyAmount, buyToken)} are to be bought.`,
  }
}

function offerRefusalOf(
  { legs, bought }: Measurement,
  { inputs: { wish: request, buyToken }, bound }: RefusalTerms,
): SwapRefusal | null {
  for (const { given: offer, bought: share } of legs) {
    if (offer === null) continue
    // The leg of a split has its own output, and the bound is that of all legs together.
    const isAlone = legs.length === 1
    const executed = isAlone ? bought : share
    if (executed === null) continue
    const refusal = executionRefusalOf(offer, {
      executed,
      offered: offer.offered,
      bound: isAlone ? (bound?.least ?? null) : null,
    })
    if (refusal !== null) return refusal
    const { buyAmount } = request
    if (isAlone && buyAmount !== undefined && offer.least < buyAmount) {
      const accepted = amountText(offer.least, buyToken)
      const message = `The calldata accepts ${accepted}, and ${amountText(buyAmount, buyToken)} are to be bought. Ask for less slippage.`
      return { code: 'least_below_bound', message }
    }
  }
  return null
}

function impactRefusalOf(measurement: Measurement, { inputs }: RefusalTerms): SwapRefusal | null {
  const { limits } = inputs
  const { reason, lost, whole } = impactOf(measurement)
  if (limits === null || reason !== null) return null
  if (lost * wholeBps <= limits.maxImpactBps * whole) return null
  const impact = printPercent(lost, whole)
  const allowed = printPercent(limits.maxImpactBps, wholeBps)
  return {
    code: 'impact_too_high',
    message: `The amount moves the price by ${impact} %; the policy allows ${allowed} %. Sell less, or in parts.`,
  }
}

function minimumRefusalOf({ minimums }: RefusalTerms): SwapRefusal | null {
  if (minimums !== null) return null
  return {
    code: 'price_out_of_bound',
    message: 'No least above zero can be demanded of what comes out.',
  }
}
