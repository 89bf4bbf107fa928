import type { Protocol } from '../protocol-entry.ts'
import { permit2 } from './function.ts'

/** Permit2. */
export const protocol = {
  name: 'permit2',
  title: 'Permit2',
  appUrl: null,
  decoders: [permit2],
  actions: [],
} as const satisfies Protocol
