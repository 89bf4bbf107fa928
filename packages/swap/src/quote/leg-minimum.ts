import { minimumOf } from '@vaultwright/base'
import type { MeasuredLeg, Measurement } from './quote-input.ts'

/** The leasts that calldata would demand. */
export type LegMinimums = {
  /** Of the last hop's legs together. */
  readonly total: bigint
  /** By leg; null where its call demands nothing. */
  readonly legs: readonly (bigint | null)[]
}

/** The terms that minimums follow from. */
type MinimumTerms = {
  readonly slippageBps: bigint
  /** Null without one. */
  readonly bound: bigint | null
}

/**
 * Computes what each leg demands: what it bought less slippage, and together no less than the bound.
 *
 * @returns null where what was bought lies below the bound, or a leg's output is not known.
 */
export function legMinimumsOf(
  { legs, bought }: Measurement,
  { slippageBps, bound }: MinimumTerms,
): LegMinimums | null {
  const floor = bound === null || bound < 1n ? 1n : bound
  if (bought < floor) return null
  const last = legs.at(-1)!.buyToken
  const isLast = (leg: MeasuredLeg) => leg.buyToken === last
  const outputs = legs.map((leg) => (legs.length === 1 ? bought : leg.bought))
  if (outputs.includes(null)) return null
  const minimums = legs.map((leg, index) => {
    if (leg.given !== null) return leg.given.least
    const minimum = minimumOf(outputs[index]!, slippageBps)
    return minimum < 1n ? 1n : minimum
  })
  let lacking = floor - sumOf(minimums.filter((_, index) => isLast(legs[index]!)))
  const raised = minimums.map((minimum, index) => {
    const leg = legs[index]!
    if (lacking <= 0n || leg.given !== null || !isLast(leg)) return minimum
    const room = outputs[index]! - minimum
    const more = room < lacking ? room : lacking
    lacking -= more
    return minimum + more
  })
  const total = sumOf(raised.filter((_, index) => isLast(legs[index]!)))
  if (total < floor || total > bought) return null
  return { total, legs: raised.map((minimum, index) => (demands(legs[index]!) ? minimum : null)) }
}

function demands({ hasLeast, given: offer }: MeasuredLeg): boolean {
  return hasLeast || offer !== null
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, one) => sum + one, 0n)
}
