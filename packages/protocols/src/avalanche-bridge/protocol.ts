import type { Protocol } from '../action/protocol-entry.ts'
import { avalancheBridgeActions } from './action.ts'
import { avalancheBridge } from './function.ts'

/** Avalanche Bridge. */
export const protocol = {
  name: 'avalanche_bridge',
  title: 'Avalanche Bridge',
  appUrl: null,
  decoders: [avalancheBridge],
  actions: avalancheBridgeActions,
} as const satisfies Protocol
