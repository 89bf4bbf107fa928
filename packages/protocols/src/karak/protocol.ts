import type { Protocol } from '../protocol-entry.ts'
import { karak } from './function.ts'

/** Karak. */
export const protocol = {
  name: 'karak',
  title: 'Karak',
  appUrl: null,
  decoders: [karak],
  actions: [],
} as const satisfies Protocol
