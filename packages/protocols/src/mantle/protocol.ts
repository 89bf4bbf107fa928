import type { Protocol } from '../action/protocol-entry.ts'
import { mantleActions } from './action.ts'
import { mantle, mantleStandardBridge } from './function.ts'

/** Mantle bridge. */
export const protocol = {
  name: 'mantle',
  title: 'Mantle bridge',
  appUrl: 'https://app.mantle.xyz/bridge',
  decoders: [mantle, mantleStandardBridge],
  actions: mantleActions,
} as const satisfies Protocol
