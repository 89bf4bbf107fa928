import type { Protocol } from '../action/protocol-entry.ts'
import { permit2Actions } from './action.ts'
import { permit2 } from './function.ts'

/** Permit2. */
export const protocol = {
  name: 'permit2',
  title: 'Permit2',
  appUrl: null,
  decoders: [permit2],
  actions: permit2Actions,
} as const satisfies Protocol
