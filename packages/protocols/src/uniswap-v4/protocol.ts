import type { Protocol } from '../action/protocol-entry.ts'
import { uniswapV4 } from './function.ts'
import { positionActions } from './position-action.ts'
import { swapActions } from './swap-action.ts'

/** Uniswap v4. */
export const protocol = {
  name: 'uniswap_v4',
  title: 'Uniswap v4',
  appUrl: 'https://app.uniswap.org',
  decoders: [uniswapV4],
  actions: [...swapActions, ...positionActions],
} as const satisfies Protocol
