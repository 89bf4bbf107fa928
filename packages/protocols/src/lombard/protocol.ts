import type { Protocol } from '../action/protocol-entry.ts'
import { lombardActions } from './action.ts'
import { lbtcBridge, lombardBtcMinter } from './function.ts'

/** Lombard. */
export const protocol = {
  name: 'lombard',
  title: 'Lombard',
  appUrl: 'https://www.lombard.finance/app',
  decoders: [lbtcBridge, lombardBtcMinter],
  actions: lombardActions,
} as const satisfies Protocol
