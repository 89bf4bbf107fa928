import type { Protocol } from '../protocol-entry.ts'
import { redSnwapper } from './function.ts'

/** Red Snwapper. */
export const protocol = {
  name: 'red_snwapper',
  title: 'Red Snwapper',
  appUrl: null,
  decoders: [redSnwapper],
  actions: [],
} as const satisfies Protocol
