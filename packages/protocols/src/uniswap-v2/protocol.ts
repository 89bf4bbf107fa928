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
  unquoted: {
    liquidity: [
      'add_liquidity',
      'remove_liquidity',
      'add_liquidity_native',
      'remove_liquidity_native',
    ],
    exact_output: ['swap_exact_out', 'swap_native_exact_out', 'swap_for_native_exact_out'],
  },
} as const satisfies Protocol
