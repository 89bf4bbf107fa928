import type { Protocol } from '../action/protocol-entry.ts'
import { kingActions } from './action.ts'
import { kingClaiming } from './function.ts'

/** King rewards. */
export const protocol = {
  name: 'king',
  title: 'King rewards',
  appUrl: null,
  decoders: [kingClaiming],
  actions: kingActions,
} as const satisfies Protocol
