import type { MeasuredLeg, Measurement } from './quote-input.ts'
import type { SwapCandidate } from './swap-quote.ts'

/** A candidate, and what it was made of. */
export type RankedPart = { readonly measurement: Measurement; readonly candidate: SwapCandidate }

/**
 * Sorts candidates: those that may be built first, then by output net of gas where every one has it,
 * else by output; of equal ones the one with fewer legs, then by route, parameters and slot.
 */
export function rankedOf(parts: readonly RankedPart[]): readonly SwapCandidate[] {
  const isNet = parts.every(({ candidate }) => candidate.netOfGas !== null)
  const worthOf = ({ candidate }: RankedPart) => (isNet ? candidate.netOfGas! : candidate.buyAmount)
  return [...parts]
    .sort((one, other) => {
      const refused =
        Number(one.candidate.refusal !== null) - Number(other.candidate.refusal !== null)
      if (refused !== 0) return refused
      const [worth, otherWorth] = [worthOf(one), worthOf(other)]
      if (worth !== otherWorth) return worth > otherWorth ? -1 : 1
      return compareLegs(one.measurement.legs, other.measurement.legs)
    })
    .map(({ candidate }) => candidate)
}

/** Orders ways to swap that buy the same. */
export function compareLegs(one: readonly MeasuredLeg[], other: readonly MeasuredLeg[]): number {
  if (one.length !== other.length) return one.length - other.length
  const [text, otherText] = [textOf(one), textOf(other)]
  if (text !== otherText) return text < otherText ? -1 : 1
  return (one[0]?.slot ?? 0) - (other[0]?.slot ?? 0)
}

function textOf(legs: readonly MeasuredLeg[]): string {
  return legs
    .map(({ route, params, drone }) => `${route} ${paramsText(params)} ${drone}`)
    .join(' | ')
}

/** Prints parameters in the order of their names. */
export function paramsText(params: Readonly<Record<string, string>>): string {
  return Object.keys(params)
    .sort()
    .map((name) => `${name} ${params[name]}`)
    .join(', ')
}
