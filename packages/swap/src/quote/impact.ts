import type { Address } from '@vaultwright/base'
import type { MeasuredLeg, Measurement } from './quote-input.ts'

/** The share of the output that the amount costs by moving the price: `lost` of `whole`; or why it is not known. */
export type PriceImpact =
  | { readonly reason: null; readonly lost: bigint; readonly whole: bigint }
  | { readonly reason: string; readonly lost: null; readonly whole: null }

/** Base units as a fraction. */
type Ratio = { readonly above: bigint; readonly below: bigint }
const even: Ratio = { above: 1n, below: 1n }

/**
 * Compares what a swap bought with what it would have at the prices of a thousandth of each leg.
 *
 * Legs of one hop are added up. Hops are multiplied: the second one is judged by what it sold.
 */
export function impactOf({ legs, bought }: Measurement): PriceImpact {
  for (const leg of legs) {
    const reason = gapOf(leg, legs)
    if (reason !== null) return { reason, lost: null, whole: null }
  }
  const outputOf = (leg: MeasuredLeg) => (legs.length === 1 ? bought : leg.bought!)
  // By token: what would have arrived without any impact, against what did.
  const gains = new Map<Address, Ratio>()
  for (const token of new Set(legs.map(({ buyToken }) => buyToken))) {
    const into = legs.filter(({ buyToken }) => buyToken === token)
    const arrived = into.reduce((sum, leg) => sum + outputOf(leg), 0n)
    const ideal = into.map((leg) => idealOf(leg, gains.get(leg.sellToken) ?? even)).reduce(sumOf)
    gains.set(token, { ...ideal, below: ideal.below * arrived })
  }
  const { above: whole, below: part } = gains.get(legs.at(-1)!.buyToken)!
  if (whole === 0n) return { reason: 'Nothing is sold.', lost: null, whole: null }
  return { reason: null, lost: whole - part, whole }
}

/** The output of a leg at the price of its thousandth, of what would have been sold without the impact before it. */
function idealOf({ thousandth, sellAmount }: MeasuredLeg, gain: Ratio): Ratio {
  return {
    above: sellAmount * thousandth!.bought * gain.above,
    below: thousandth!.sold * gain.below,
  }
}

function sumOf(one: Ratio, other: Ratio): Ratio {
  return {
    above: one.above * other.below + other.above * one.below,
    below: one.below * other.below,
  }
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
