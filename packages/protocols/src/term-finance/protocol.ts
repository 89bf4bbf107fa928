import type { Protocol } from '../action/protocol-entry.ts'
import { termFinanceActions } from './action.ts'
import { termFinance } from './function.ts'

/** Term Finance. */
export const protocol = {
  name: 'term_finance',
  title: 'Term Finance',
  appUrl: null,
  decoders: [termFinance],
  actions: termFinanceActions,
} as const satisfies Protocol
