import type { Protocol } from '../action/protocol-entry.ts'
import { compoundV3Actions } from './action.ts'
import { compoundV3 } from './function.ts'

/** Compound v3. */
export const protocol = {
  name: 'compound_v3',
  title: 'Compound v3',
  appUrl: 'https://app.compound.finance',
  isStandard: true,
  decoders: [compoundV3],
  actions: compoundV3Actions,
} as const satisfies Protocol
