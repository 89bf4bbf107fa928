import type { Protocol } from '../protocol-entry.ts'
import { tacCrossChainLayer } from './function.ts'

/** TAC cross-chain layer. */
export const protocol = {
  name: 'tac',
  title: 'TAC cross-chain layer',
  appUrl: null,
  decoders: [tacCrossChainLayer],
  actions: [],
} as const satisfies Protocol
