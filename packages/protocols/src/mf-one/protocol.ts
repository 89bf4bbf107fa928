import type { Protocol } from '../protocol-entry.ts'
import { mfOne } from './function.ts'

/** mF-ONE. */
export const protocol = {
  name: 'mf_one',
  title: 'mF-ONE',
  appUrl: null,
  decoders: [mfOne],
  actions: [],
} as const satisfies Protocol
