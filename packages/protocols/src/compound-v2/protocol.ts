import type { Protocol } from '../protocol-entry.ts'
import { compoundV2 } from './function.ts'

/** Compound v2. */
export const protocol = {
  name: 'compound_v2',
  title: 'Compound v2',
  appUrl: 'https://app.compound.finance',
  decoders: [compoundV2],
  actions: [],
} as const satisfies Protocol
