import type { Protocol } from '../protocol-entry.ts'
import { btcB } from './function.ts'

/** BTC.b. */
export const protocol = {
  name: 'btc_b',
  title: 'BTC.b',
  appUrl: null,
  decoders: [btcB],
  actions: [],
} as const satisfies Protocol
