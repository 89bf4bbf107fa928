import type { Protocol } from '../action/protocol-entry.ts'
import { etherFiActions } from './action.ts'
import { etherFi, weEth } from './function.ts'

/** ether.fi. */
export const protocol = {
  name: 'ether_fi',
  title: 'ether.fi',
  appUrl: 'https://app.ether.fi',
  decoders: [etherFi, weEth],
  actions: etherFiActions,
} as const satisfies Protocol
