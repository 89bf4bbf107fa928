import type { Protocol } from '../action/protocol-entry.ts'
import { merklActions } from './action.ts'
import { merkl, merklWithTokens } from './function.ts'

/** Merkl. */
export const protocol = {
  name: 'merkl',
  title: 'Merkl',
  appUrl: 'https://app.merkl.xyz',
  decoders: [merkl, merklWithTokens],
  actions: merklActions,
} as const satisfies Protocol
