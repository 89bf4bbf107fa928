import type { Protocol } from '../protocol-entry.ts'
import { satlayerStaking } from './function.ts'

/** Satlayer. */
export const protocol = {
  name: 'satlayer',
  title: 'Satlayer',
  appUrl: null,
  decoders: [satlayerStaking],
  actions: [],
} as const satisfies Protocol
