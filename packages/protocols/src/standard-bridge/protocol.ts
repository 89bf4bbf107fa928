import type { Protocol } from '../action/protocol-entry.ts'
import { standardBridgeActions } from './action.ts'
import { standardBridge } from './function.ts'

/** OP Stack bridge. */
export const protocol = {
  name: 'standard_bridge',
  title: 'OP Stack bridge',
  appUrl: 'https://app.optimism.io/bridge',
  decoders: [standardBridge],
  actions: standardBridgeActions,
} as const satisfies Protocol
