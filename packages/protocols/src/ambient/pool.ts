import type { AccountParameter, IntegerParameter } from '../action/parameter.ts'

/** The one contract of Ambient. */
export const dex = {
  kind: 'account',
  describe: 'CrocSwapDex, the one contract of Ambient',
} as const satisfies AccountParameter

/** The two tokens of a pool. */
export const pair = {
  base: {
    kind: 'token',
    describe: 'Token of the pool with the lower address; the zero address is the native coin',
  },
  quote: { kind: 'token', above: 'base', describe: 'Token of the pool with the higher address' },
} as const

/** The index of the pool of the pair. */
export const poolIndex = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 420n,
  describe: 'Kind of the pool; 420 is the usual one',
} as const satisfies IntegerParameter

/** Balances that the exchange keeps for the caller. */
export const reserveFlags = {
  kind: 'integer',
  min: 0n,
  max: 3n,
  fallback: 0n,
  describe:
    'Tokens that are settled with the balance inside Ambient: 0 none, 1 base, 2 quote, 3 both',
} as const satisfies IntegerParameter
