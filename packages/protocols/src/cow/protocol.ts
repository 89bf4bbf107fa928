import type { Protocol } from '../action/protocol-entry.ts'
import { cowActions } from './action.ts'
import { cowOrder } from './function.ts'

/** CoW Protocol: orders that a vault signs by a transaction. */
export const protocol = {
  name: 'cow',
  title: 'CoW Protocol',
  appUrl: 'https://swap.cow.fi',
  decoders: [cowOrder],
  actions: cowActions,
  unquoted: {
    third_party: ['place_order'],
  },
} as const satisfies Protocol
