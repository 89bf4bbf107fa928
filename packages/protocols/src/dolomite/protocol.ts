import type { Protocol } from '../protocol-entry.ts'
import { dolomite } from './function.ts'

/** Dolomite. */
export const protocol = {
  name: 'dolomite',
  title: 'Dolomite',
  appUrl: null,
  decoders: [dolomite],
  actions: [],
} as const satisfies Protocol
