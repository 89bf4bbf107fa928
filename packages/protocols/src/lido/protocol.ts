import type { Protocol } from '../action/protocol-entry.ts'
import { lidoActions } from './action.ts'
import { lido, lidoStandardBridge } from './function.ts'

/** Lido. */
export const protocol = {
  name: 'lido',
  title: 'Lido',
  appUrl: 'https://stake.lido.fi',
  decoders: [lido, lidoStandardBridge],
  actions: lidoActions,
} as const satisfies Protocol
