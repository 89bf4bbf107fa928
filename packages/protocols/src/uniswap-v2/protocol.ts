import type { Protocol } from '../action/protocol-entry.ts'
import { uniswapV2 } from './function.ts'
import { liquidityActions } from './liquidity-action.ts'
import { swapActions } from './swap-action.ts'

/** Uniswap v2. */
export const protocol = {
  name: 'uniswap_v2',
  title: 'Uniswap v2',
  appUrl: 'https://app.uniswap.org',
  decoders: [uniswapV2],
  actions: [...swapActions, ...liquidityActions],
} as const satisfies Protocol
