import type { Protocol } from '../action/protocol-entry.ts'
import { cornActions } from './action.ts'
import { btcnMinter, cornStaking } from './function.ts'

/** Corn. */
export const protocol = {
  name: 'corn',
  title: 'Corn',
  appUrl: null,
  decoders: [btcnMinter, cornStaking],
  actions: cornActions,
} as const satisfies Protocol
