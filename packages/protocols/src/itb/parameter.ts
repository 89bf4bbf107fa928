import type { AccountParameter, MinimumParameter } from '../action/parameter.ts'

/** The account that holds the tokens and is called. */
export const position = {
  kind: 'account',
  describe: 'Position manager that acts for the vault',
} as const satisfies AccountParameter

/** A position manager counts in whatever it holds: nothing on record tells its decimals. */
export const baseUnits = { decimals: 0 } as const

/** The minimum that a position manager is to get. */
export const minOut = {
  kind: 'minimum',
  unit: baseUnits,
  describe: 'Minimum output, in base units',
} as const satisfies MinimumParameter
