import type { Protocol } from '../protocol-entry.ts'
import { compoundV3 } from './function.ts'

/** Compound v3. */
export const protocol = {
  name: 'compound_v3',
  title: 'Compound v3',
  appUrl: 'https://app.compound.finance',
  decoders: [compoundV3],
  actions: [],
} as const satisfies Protocol
