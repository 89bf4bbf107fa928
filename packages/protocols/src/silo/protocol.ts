import type { Protocol } from '../action/protocol-entry.ts'
import { collateralActions } from './collateral-action.ts'
import { debtActions } from './debt-action.ts'
import { siloRules, siloVault } from './function.ts'
import { rewardActions } from './reward-action.ts'

/** Silo. */
export const protocol = {
  name: 'silo',
  title: 'Silo',
  appUrl: null,
  decoders: [siloRules, siloVault],
  actions: [...collateralActions, ...debtActions, ...rewardActions],
  unquoted: {
    loan: ['deposit', 'borrow', 'borrow_same_asset', 'repay', 'repay_shares'],
    counted_output: ['mint', 'withdraw'],
  },
} as const satisfies Protocol
