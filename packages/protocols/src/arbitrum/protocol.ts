import type { Protocol } from '../action/protocol-entry.ts'
import { arbitrumDepositActions } from './deposit-action.ts'
import { arbitrumNativeBridge } from './function.ts'
import { arbitrumWithdrawActions } from './withdraw-action.ts'

/** Arbitrum bridge. */
export const protocol = {
  name: 'arbitrum',
  title: 'Arbitrum bridge',
  appUrl: 'https://bridge.arbitrum.io',
  decoders: [arbitrumNativeBridge],
  actions: [...arbitrumDepositActions, ...arbitrumWithdrawActions],
} as const satisfies Protocol
