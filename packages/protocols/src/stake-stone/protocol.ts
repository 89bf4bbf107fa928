import type { Protocol } from '../protocol-entry.ts'
import { stakeStone } from './function.ts'

/** Stake Stone. */
export const protocol = {
  name: 'stake_stone',
  title: 'Stake Stone',
  appUrl: null,
  decoders: [stakeStone],
  actions: [],
} as const satisfies Protocol
