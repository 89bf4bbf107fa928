import type { Protocol } from '../action/protocol-entry.ts'
import { denActions } from './den-action.ts'
import { beraborrow } from './function.ts'
import { vaultActions } from './vault-action.ts'

/** Beraborrow. */
export const protocol = {
  name: 'beraborrow',
  title: 'Beraborrow',
  appUrl: null,
  decoders: [beraborrow],
  actions: [...denActions, ...vaultActions],
  unquoted: {
    loan: ['open_den', 'adjust_den', 'close_den', 'deposit', 'withdraw'],
  },
} as const satisfies Protocol
