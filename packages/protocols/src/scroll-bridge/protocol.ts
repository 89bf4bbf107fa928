import type { Protocol } from '../action/protocol-entry.ts'
import { scrollBridgeActions } from './action.ts'
import { scrollBridge } from './function.ts'

/** Scroll bridge. */
export const protocol = {
  name: 'scroll_bridge',
  title: 'Scroll bridge',
  appUrl: 'https://portal.scroll.io/bridge',
  decoders: [scrollBridge],
  actions: scrollBridgeActions,
} as const satisfies Protocol
