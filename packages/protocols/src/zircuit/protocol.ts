import type { Protocol } from '../protocol-entry.ts'
import { zircuitSimpleStaking } from './function.ts'

/** Zircuit. */
export const protocol = {
  name: 'zircuit',
  title: 'Zircuit',
  appUrl: null,
  decoders: [zircuitSimpleStaking],
  actions: [],
} as const satisfies Protocol
