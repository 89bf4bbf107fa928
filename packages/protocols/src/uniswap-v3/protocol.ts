import type { Protocol } from '../action/protocol-entry.ts'
import { uniswapV3Actions } from './action.ts'
import { uniswapV3, uniswapV3OneVault, uniswapV3SwapRouter02 } from './function.ts'

/** Uniswap v3. */
export const protocol = {
  name: 'uniswap_v3',
  title: 'Uniswap v3',
  appUrl: 'https://app.uniswap.org',
  isStandard: true,
  decoders: [uniswapV3, uniswapV3SwapRouter02, uniswapV3OneVault],
  actions: uniswapV3Actions,
} as const satisfies Protocol
