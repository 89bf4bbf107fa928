import type { Protocol } from '../action/protocol-entry.ts'
import { hyperlaneActions } from './action.ts'
import { hyperlane } from './function.ts'

/** Hyperlane. */
export const protocol = {
  name: 'hyperlane',
  title: 'Hyperlane',
  appUrl: null,
  decoders: [hyperlane],
  actions: hyperlaneActions,
} as const satisfies Protocol
