import type { Protocol } from '../action/protocol-entry.ts'
import { oneInchActions } from './action.ts'
import { oneInch, oneInchOwned } from './function.ts'

/** 1inch. */
export const protocol = {
  name: 'one_inch',
  title: '1inch',
  appUrl: 'https://app.1inch.io',
  decoders: [oneInch, oneInchOwned],
  actions: oneInchActions,
} as const satisfies Protocol
