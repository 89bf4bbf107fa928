import type { Protocol } from '../action/protocol-entry.ts'
import { ambient } from './function.ts'
import { positionActions } from './position-action.ts'
import { swapActions } from './swap-action.ts'

/** Ambient. */
export const protocol = {
  name: 'ambient',
  title: 'Ambient',
  appUrl: null,
  decoders: [ambient],
  actions: [...swapActions, ...positionActions],
  unquoted: {
    liquidity: ['change_position'],
  },
} as const satisfies Protocol
