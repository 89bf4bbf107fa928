import type { Protocol } from '../action/protocol-entry.ts'
import { accountantActions } from './action.ts'

/** The accountant of a vault. */
export const protocol = {
  name: 'accountant',
  title: 'Vault accountant',
  appUrl: null,
  decoders: [],
  actions: accountantActions,
} as const satisfies Protocol
