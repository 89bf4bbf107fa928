import type { Protocol } from '../action/protocol-entry.ts'
import { skyMoneyActions } from './action.ts'
import { skyMoney } from './function.ts'

/** Sky. */
export const protocol = {
  name: 'sky_money',
  title: 'Sky',
  appUrl: 'https://app.sky.money',
  decoders: [skyMoney],
  actions: skyMoneyActions,
} as const satisfies Protocol
