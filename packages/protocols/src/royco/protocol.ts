import type { Protocol } from '../action/protocol-entry.ts'
import { roycoWeiroll } from './function.ts'
import { offerActions } from './offer-action.ts'
import { walletActions } from './wallet-action.ts'

/** Royco. */
export const protocol = {
  name: 'royco',
  title: 'Royco',
  appUrl: null,
  decoders: [roycoWeiroll],
  actions: [...offerActions, ...walletActions],
} as const satisfies Protocol
