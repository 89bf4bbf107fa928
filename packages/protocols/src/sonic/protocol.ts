import type { Protocol } from '../protocol-entry.ts'
import { sonicDeposit, sonicGateway } from './function.ts'

/** Sonic. */
export const protocol = {
  name: 'sonic',
  title: 'Sonic',
  appUrl: null,
  decoders: [sonicDeposit, sonicGateway],
  actions: [],
} as const satisfies Protocol
