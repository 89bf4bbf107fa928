import type { Protocol } from '../action/protocol-entry.ts'
import { odosActions } from './action.ts'
import { odos, odosOwned } from './function.ts'

/** Odos. */
export const protocol = {
  name: 'odos',
  title: 'Odos',
  appUrl: 'https://app.odos.xyz',
  decoders: [odos, odosOwned],
  actions: odosActions,
} as const satisfies Protocol
