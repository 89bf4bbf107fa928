import type { Protocol } from '../protocol-entry.ts'
import { kingClaiming } from './function.ts'

/** King rewards. */
export const protocol = {
  name: 'king',
  title: 'King rewards',
  appUrl: null,
  decoders: [kingClaiming],
  actions: [],
} as const satisfies Protocol
