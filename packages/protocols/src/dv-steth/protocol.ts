import type { Protocol } from '../protocol-entry.ts'
import { dvSteth } from './function.ts'

/** DVstETH. */
export const protocol = {
  name: 'dv_steth',
  title: 'DVstETH',
  appUrl: null,
  decoders: [dvSteth],
  actions: [],
} as const satisfies Protocol
