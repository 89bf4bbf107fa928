import type { Protocol } from '../protocol-entry.ts'
import { usualMoney } from './function.ts'

/** Usual Money. */
export const protocol = {
  name: 'usual_money',
  title: 'Usual Money',
  appUrl: null,
  decoders: [usualMoney],
  actions: [],
} as const satisfies Protocol
