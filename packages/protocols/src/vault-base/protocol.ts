import type { Protocol } from '../action/protocol-entry.ts'
import { vaultBaseActions } from './action.ts'
import { vaultBase } from './function.ts'

/** Vault basics. */
export const protocol = {
  name: 'vault_base',
  title: 'Vault basics',
  appUrl: null,
  decoders: [vaultBase],
  actions: vaultBaseActions,
} as const satisfies Protocol
