import type { Protocol } from '../protocol-entry.ts'
import { scrollBridge } from './function.ts'

/** Scroll bridge. */
export const protocol = {
  name: 'scroll_bridge',
  title: 'Scroll bridge',
  appUrl: 'https://portal.scroll.io/bridge',
  decoders: [scrollBridge],
  actions: [],
} as const satisfies Protocol
