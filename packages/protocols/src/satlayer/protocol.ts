import type { Protocol } from '../protocol-entry.ts'
import { satlayerActions } from './action.ts'
import { satlayerStaking } from './function.ts'

/** Satlayer. */
export const protocol = {
  name: 'satlayer',
  title: 'Satlayer',
  appUrl: null,
  decoders: [satlayerStaking],
  actions: satlayerActions,
} as const satisfies Protocol
