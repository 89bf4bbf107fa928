import type { Protocol } from '../action/protocol-entry.ts'
import { ccipActions } from './action.ts'
import { ccip } from './function.ts'

/** Chainlink CCIP. */
export const protocol = {
  name: 'ccip',
  title: 'Chainlink CCIP',
  appUrl: 'https://app.transporter.io',
  decoders: [ccip],
  actions: ccipActions,
} as const satisfies Protocol
