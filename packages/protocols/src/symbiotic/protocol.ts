import type { Protocol } from '../protocol-entry.ts'
import { symbiotic, symbioticVault } from './function.ts'

/** Symbiotic. */
export const protocol = {
  name: 'symbiotic',
  title: 'Symbiotic',
  appUrl: null,
  decoders: [symbiotic, symbioticVault],
  actions: [],
} as const satisfies Protocol
