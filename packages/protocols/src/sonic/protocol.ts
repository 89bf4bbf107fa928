import type { Protocol } from '../action/protocol-entry.ts'
import { sonicActions } from './action.ts'
import { sonicDeposit, sonicGateway } from './function.ts'

/** Sonic. */
export const protocol = {
  name: 'sonic',
  title: 'Sonic',
  appUrl: null,
  decoders: [sonicDeposit, sonicGateway],
  actions: sonicActions,
} as const satisfies Protocol
