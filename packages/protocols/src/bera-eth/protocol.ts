import type { Protocol } from '../protocol-entry.ts'
import { beraEth } from './function.ts'

/** Bera Eth. */
export const protocol = {
  name: 'bera_eth',
  title: 'Bera Eth',
  appUrl: null,
  decoders: [beraEth],
  actions: [],
} as const satisfies Protocol
