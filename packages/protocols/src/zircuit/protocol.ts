import type { Protocol } from '../action/protocol-entry.ts'
import { zircuitActions } from './action.ts'
import { zircuitSimpleStaking } from './function.ts'

/** Zircuit. */
export const protocol = {
  name: 'zircuit',
  title: 'Zircuit',
  appUrl: null,
  decoders: [zircuitSimpleStaking],
  actions: zircuitActions,
} as const satisfies Protocol
