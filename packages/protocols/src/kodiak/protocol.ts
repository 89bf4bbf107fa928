import type { Protocol } from '../protocol-entry.ts'
import { kodiakIsland } from './function.ts'

/** Kodiak. */
export const protocol = {
  name: 'kodiak',
  title: 'Kodiak',
  appUrl: null,
  decoders: [kodiakIsland],
  actions: [],
} as const satisfies Protocol
