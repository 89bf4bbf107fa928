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
 * Computes what each leg demands: what it bought less slippage, together no less than the bound, and of a token in
 * between no less than the next hop sells.
 *
 * @returns null where what was bought lies below that, or a leg's output is not known.
 */
export function legMinimumsOf(
  { legs, bought }: Measurement,
  { slippageBps, bound }: MinimumTerms,
): LegMinimums | null {
  const floor = bound === null || bound < 1n ? 1n : bound
  if (bought < floor) return null
  const last = legs.at(-1)!.buyToken
  const outputs = legs.map((leg) => (legs.length === 1 ? bought : leg.bought))
  if (outputs.includes(null)) return null
  let minimums = legs.map((leg, index) => {
    if (leg.given !== null) return leg.given.least
    const minimum = minimumOf(outputs[index]!, slippageBps)
    return minimum < 1n ? 1n : minimum
  })
  for (const token of new Set(legs.map(({ buyToken }) => buyToken))) {
    const isBuying = (_: bigint, index: number) => legs[index]!.buyToken === token
    const sold = legs.flatMap((leg) => (leg.sellToken === token ? [leg.sellAmount] : []))
    const needed = token === last ? floor : sumOf(sold)
    let lacking = needed - sumOf(minimums.filter(isBuying))
    minimums = minimums.map((minimum, index) => {
      const leg = legs[index]!
      if (lacking <= 0n || leg.given !== null || leg.buyToken !== token) return minimum
      const room = outputs[index]! - minimum
      const more = lesser(room, lacking)
      lacking -= more
      return minimum + more
    })
    if (lacking > 0n) return null
  }
  const total = sumOf(minimums.filter((_, index) => legs[index]!.buyToken === last))
  if (total > bought) return null
  return { total, legs: minimums.map((minimum, index) => (demands(legs[index]!) ? minimum : null)) }
}

function demands({ hasLeast, given: offer }: MeasuredLeg): boolean {
  return hasLeast || offer !== null
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, one) => sum + one, 0n)
}

function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
