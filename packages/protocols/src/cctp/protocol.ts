import type { Protocol } from '../action/protocol-entry.ts'
import { cctpActions } from './action.ts'
import { cctp } from './function.ts'

/** Circle CCTP. */
export const protocol = {
  name: 'cctp',
  title: 'Circle CCTP',
  appUrl: 'https://www.circle.com/cross-chain-transfer-protocol',
  decoders: [cctp],
  actions: cctpActions,
} as const satisfies Protocol
