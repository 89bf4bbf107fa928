import type { Protocol } from '../action/protocol-entry.ts'
import { velodromeActions } from './action.ts'
import { velodrome } from './function.ts'

/** Velodrome and Aerodrome. */
export const protocol = {
  name: 'velodrome',
  title: 'Velodrome and Aerodrome',
  appUrl: 'https://velodrome.finance',
  decoders: [velodrome],
  actions: velodromeActions,
} as const satisfies Protocol
