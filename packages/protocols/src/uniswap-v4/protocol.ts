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
  price: 'route',
  unquoted: {
    liquidity: [
      'mint',
      'increase_liquidity',
      'mint_swept',
      'increase_liquidity_swept',
      'mint_closed',
      'increase_liquidity_closed',
      'decrease_liquidity',
      'burn',
      'decrease_liquidity_closed',
      'burn_closed',
    ],
  },
} as const satisfies Protocol
