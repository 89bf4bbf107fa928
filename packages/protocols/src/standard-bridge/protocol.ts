import type { Protocol } from '../protocol-entry.ts'
import { standardBridge } from './function.ts'

/** OP Stack bridge. */
export const protocol = {
  name: 'standard_bridge',
  title: 'OP Stack bridge',
  appUrl: 'https://app.optimism.io/bridge',
  decoders: [standardBridge],
  actions: [],
} as const satisfies Protocol
