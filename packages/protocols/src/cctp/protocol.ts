import type { Protocol } from '../protocol-entry.ts'
import { cctp } from './function.ts'

/** Circle CCTP. */
export const protocol = {
  name: 'cctp',
  title: 'Circle CCTP',
  appUrl: 'https://www.circle.com/cross-chain-transfer-protocol',
  decoders: [cctp],
  actions: [],
} as const satisfies Protocol
