import type { Protocol } from '../protocol-entry.ts'
import { valantis } from './function.ts'

/** Valantis. */
export const protocol = {
  name: 'valantis',
  title: 'Valantis',
  appUrl: null,
  decoders: [valantis],
  actions: [],
} as const satisfies Protocol
