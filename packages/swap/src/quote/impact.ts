import type { MeasuredLeg, Measurement } from './quote-input.ts'

/** The share of the output that the amount costs by moving the price: `lost` of `whole`; or why it is not known. */
export type PriceImpact =
  | { readonly reason: null; readonly lost: bigint; readonly whole: bigint }
  | { readonly reason: string; readonly lost: null; readonly whole: null }

/**
 * Compares what a swap bought with what it would have at the prices of a thousandth of each leg.
 *
 * Legs of one hop are added up. Hops are multiplied: the second one is judged by what it sold.
 */
export function impactOf({ legs, bought }: Measurement): PriceImpact {
  let [part, whole] = [1n, 1n]
  for (const hop of hopsOf(legs)) {
    let [keptShare, sum, below] = [0n, 0n, 1n]
    for (const leg of hop) {
      const reason = gapOf(leg, legs)
      if (reason !== null) return { reason, lost: null, whole: null }
      const { thousandth, sellAmount } = leg
      keptShare += legs.length === 1 ? bought : leg.bought!
      sum = sum * thousandth!.sold + sellAmount * thousandth!.bought * below
      below *= thousandth!.sold
    }
    part *= keptShare * below
    whole *= sum
  }
  if (whole === 0n) return { reason: 'Nothing is sold.', lost: null, whole: null }
  return { reason: null, lost: whole - part, whole }
}

/** In the order of the calls. */
function hopsOf(legs: readonly MeasuredLeg[]): readonly (readonly MeasuredLeg[])[] {
  const sold = [...new Set(legs.map(({ sellToken }) => sellToken))]
  return sold.map((token) => legs.filter(({ sellToken }) => sellToken === token))
}

function gapOf(
  { route, thousandth, bought, given: offer }: MeasuredLeg,
  { length }: readonly MeasuredLeg[],
): string | null {
  if (length > 1 && bought === null) return 'What each leg bought cannot be told apart.'
  if (offer !== null) return `The calldata of ${route} is for this amount alone.`
  if (thousandth === null) return `What ${route} buys for a thousandth was not tried.`
  const isNothing = thousandth.sold === 0n || thousandth.bought === 0n
  return isNothing ? `A thousandth buys nothing at ${route}.` : null
}
