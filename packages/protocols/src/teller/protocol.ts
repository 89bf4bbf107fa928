import type { Protocol } from '../action/protocol-entry.ts'
import { tellerActions } from './action.ts'
import { tellerBridgeActions } from './bridge-action.ts'
import { teller } from './function.ts'

/** Vault teller. */
export const protocol = {
  name: 'teller',
  title: 'Vault teller',
  appUrl: null,
  decoders: [teller],
  actions: [...tellerActions, ...tellerBridgeActions],
} as const satisfies Protocol
