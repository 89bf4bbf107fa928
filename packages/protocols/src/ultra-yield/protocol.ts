import type { Protocol } from '../protocol-entry.ts'
import { ultraYield } from './function.ts'

/** Ultra Yield. */
export const protocol = {
  name: 'ultra_yield',
  title: 'Ultra Yield',
  appUrl: null,
  decoders: [ultraYield],
  actions: [],
} as const satisfies Protocol
