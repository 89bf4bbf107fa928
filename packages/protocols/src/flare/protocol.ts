import type { Protocol } from '../protocol-entry.ts'
import { rFlr } from './function.ts'

/** Flare. */
export const protocol = {
  name: 'flare',
  title: 'Flare',
  appUrl: null,
  decoders: [rFlr],
  actions: [],
} as const satisfies Protocol
