import type { Protocol } from '../protocol-entry.ts'
import { derive, deriveWithdraw } from './function.ts'

/** Derive. */
export const protocol = {
  name: 'derive',
  title: 'Derive',
  appUrl: null,
  decoders: [derive, deriveWithdraw],
  actions: [],
} as const satisfies Protocol
