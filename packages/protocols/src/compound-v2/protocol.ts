import type { Protocol } from '../action/protocol-entry.ts'
import { comptrollerActions } from './comptroller-action.ts'
import { compoundV2 } from './function.ts'
import { marketActions } from './market-action.ts'

/** Compound v2. */
export const protocol = {
  name: 'compound_v2',
  title: 'Compound v2',
  appUrl: 'https://app.compound.finance',
  decoders: [compoundV2],
  actions: [...marketActions, ...comptrollerActions],
  price: 'rate',
  unquoted: {
    loan: ['supply', 'withdraw', 'borrow', 'repay'],
  },
} as const satisfies Protocol
