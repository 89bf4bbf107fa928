import type { Protocol } from '../protocol-entry.ts'
import { arbitrumNativeBridge } from './function.ts'

/** Arbitrum bridge. */
export const protocol = {
  name: 'arbitrum',
  title: 'Arbitrum bridge',
  appUrl: 'https://bridge.arbitrum.io',
  decoders: [arbitrumNativeBridge],
  actions: [],
} as const satisfies Protocol
