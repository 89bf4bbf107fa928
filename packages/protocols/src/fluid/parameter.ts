import type { AmountParameter, IntegerParameter } from '../action/parameter.ts'

/** The position that a vault of Fluid changes. */
export const nftId = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'NFT of the position; 0 opens a new one',
} as const satisfies IntegerParameter

/** What goes along with the call. */
export const native = {
  kind: 'amount',
  unit: 'native',
  fallback: '0',
  describe: 'Native coin that goes along, when it is what is supplied or repaid',
} as const satisfies AmountParameter

/** The most negative number: Fluid reads it as all of a position. */
export const everything = -(2n ** 255n)

/** A signed change of a position. */
export const change = {
  kind: 'integer',
  min: everything,
  max: 2n ** 255n - 1n,
} as const satisfies Partial<IntegerParameter>
