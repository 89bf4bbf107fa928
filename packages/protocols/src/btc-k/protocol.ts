import type { Protocol } from '../protocol-entry.ts'
import { btcK } from './function.ts'

/** BTCK. */
export const protocol = {
  name: 'btc_k',
  title: 'BTCK',
  appUrl: null,
  decoders: [btcK],
  actions: [],
} as const satisfies Protocol
