import type { Protocol } from '../protocol-entry.ts'
import { hyperLend } from './function.ts'

/** Hyper Lend. */
export const protocol = {
  name: 'hyper_lend',
  title: 'Hyper Lend',
  appUrl: null,
  decoders: [hyperLend],
  actions: [],
} as const satisfies Protocol
