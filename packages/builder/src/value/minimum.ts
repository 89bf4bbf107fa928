/** The parameter that says how much may be lost against what is expected. */
export const slippageName = 'slippage_bps'

/** Basis points of the whole. */
export const wholeBps = 10_000n

/** Names the parameter that says what is expected where another says the least. */
export function expectedName(name: string): string {
  return `expected_${name}`
}

/** Takes slippage from what is expected, rounded up: never more is lost than was said. */
export function leastOf(expected: bigint, slippageBps: bigint): bigint {
  return (expected * (wholeBps - slippageBps) + wholeBps - 1n) / wholeBps
}
