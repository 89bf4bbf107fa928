import type { Protocol } from '../action/protocol-entry.ts'
import { bridgeActions } from './bridge-action.ts'
import { derive, deriveWithdraw } from './function.ts'
import { stakeActions } from './stake-action.ts'

/** Derive. */
export const protocol = {
  name: 'derive',
  title: 'Derive',
  appUrl: null,
  decoders: [derive, deriveWithdraw],
  actions: [...bridgeActions, ...stakeActions],
} as const satisfies Protocol
