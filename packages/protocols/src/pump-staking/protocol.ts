import type { Protocol } from '../protocol-entry.ts'
import { pumpStaking } from './function.ts'

/** Pump Staking. */
export const protocol = {
  name: 'pump_staking',
  title: 'Pump Staking',
  appUrl: null,
  decoders: [pumpStaking],
  actions: [],
} as const satisfies Protocol
