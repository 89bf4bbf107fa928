import type { Protocol } from '../protocol-entry.ts'
import { silo, siloVault } from './function.ts'

/** Silo. */
export const protocol = {
  name: 'silo',
  title: 'Silo',
  appUrl: null,
  decoders: [silo, siloVault],
  actions: [],
} as const satisfies Protocol
