import type { Protocol } from '../protocol-entry.ts'
import { goldiVault } from './function.ts'

/** Goldilocks. */
export const protocol = {
  name: 'goldilocks',
  title: 'Goldilocks',
  appUrl: null,
  decoders: [goldiVault],
  actions: [],
} as const satisfies Protocol
