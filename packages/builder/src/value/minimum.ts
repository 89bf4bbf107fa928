/** The parameter that says how much may be lost against what is expected. */
export const slippageName = 'slippage_bps'

/** Names the parameter that says what is expected where another says the least. */
export function expectedName(name: string): string {
  return `expected_${name}`
}
