import type { Protocol } from '../protocol-entry.ts'
import { hyperlane } from './function.ts'

/** Hyperlane. */
export const protocol = {
  name: 'hyperlane',
  title: 'Hyperlane',
  appUrl: null,
  decoders: [hyperlane],
  actions: [],
} as const satisfies Protocol
