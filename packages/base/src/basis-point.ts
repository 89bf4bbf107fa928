/** Basis points of the whole. */
export const wholeBps = 10_000n

/** Takes slippage from what is expected, rounded up: never more is lost than was said. */
export function minimumOf(expected: bigint, slippageBps: bigint): bigint {
  return (expected * (wholeBps - slippageBps) + wholeBps - 1n) / wholeBps
}
