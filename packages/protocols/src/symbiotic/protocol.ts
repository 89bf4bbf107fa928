import type { Protocol } from '../action/protocol-entry.ts'
import { symbioticActions } from './action.ts'
import { symbiotic, symbioticVault } from './function.ts'

/** Symbiotic. */
export const protocol = {
  name: 'symbiotic',
  title: 'Symbiotic',
  appUrl: null,
  decoders: [symbiotic, symbioticVault],
  actions: symbioticActions,
} as const satisfies Protocol
