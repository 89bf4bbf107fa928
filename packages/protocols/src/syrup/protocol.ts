import type { Protocol } from '../protocol-entry.ts'
import { syrup } from './function.ts'

/** Syrup. */
export const protocol = {
  name: 'syrup',
  title: 'Syrup',
  appUrl: null,
  decoders: [syrup],
  actions: [],
} as const satisfies Protocol
