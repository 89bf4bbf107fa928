import type { Protocol } from '../protocol-entry.ts'
import { avalancheBridge } from './function.ts'

/** Avalanche Bridge. */
export const protocol = {
  name: 'avalanche_bridge',
  title: 'Avalanche Bridge',
  appUrl: null,
  decoders: [avalancheBridge],
  actions: [],
} as const satisfies Protocol
