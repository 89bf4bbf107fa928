import { printBps } from './basis-point-text.ts'
import { orderRefusalOf, type PolicyTerms } from './candidate-refusal.ts'
import type { BookReading } from './quote-input.ts'
import { amountText } from './sentence.ts'
import type { OrderOffer, SwapCandidate } from './swap-quote.ts'

/**
 * Judges the offer of a book by the terms of the candidates, and ranks it among them.
 *
 * It is never the best: nothing says that a solver takes it.
 *
 * @param candidates - the best first.
 * @returns null where the book offered nothing.
 */
export function orderOfferOf(
  { book, validForSeconds, offer }: BookReading,
  terms: PolicyTerms,
  candidates: readonly SwapCandidate[],
): OrderOffer | null {
  if (offer === null) return null
  const { fair, bound } = terms
  const { buyAmount } = offer
  const refusal = orderRefusalOf(buyAmount, terms)
  const usable = candidates.filter((candidate) => candidate.refusal === null)
  const before =
    refusal === null ? usable.filter((candidate) => candidate.buyAmount >= buyAmount) : usable
  return {
    book,
    validForSeconds,
    ...offer,
    lossBps:
      fair === null || fair.buyAmount === 0n
        ? null
        : printBps(fair.buyAmount - buyAmount, fair.buyAmount),
    isWithinBound: bound === null ? null : buyAmount >= bound.least,
    rank: before.length + 1,
    refusal,
    note: `${lifeText(validForSeconds)}${comparisonOf(buyAmount, usable[0], terms)}`,
  }
}

function lifeText(seconds: bigint): string {
  const life = seconds % 60n === 0n ? `${seconds / 60n} minutes` : `${seconds} seconds`
  return `The order may not fill: nothing is sold until a solver takes it, and after ${life} it ends.`
}

/** The gas of a transaction that signs an order was not measured. */
function comparisonOf(
  buyAmount: bigint,
  best: SwapCandidate | undefined,
  { inputs: { buyToken } }: PolicyTerms,
): string {
  if (best === undefined) return ''
  const more = buyAmount - best.buyAmount
  const text = amountText(more < 0n ? -more : more, buyToken)
  if (more > 0n)
    return ` Filled, it buys ${text} more before gas than ${best.id}, which executes at once.`
  if (more < 0n) return ` ${best.id} executes at once and buys ${text} more before gas.`
  return ` ${best.id} executes at once and buys as much before gas.`
}
