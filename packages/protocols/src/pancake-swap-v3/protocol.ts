import type { Protocol } from '../action/protocol-entry.ts'
import { pancakeSwapV3Actions } from './action.ts'
import { pancakeSwapV3, pancakeSwapV3OneVault } from './function.ts'

/** PancakeSwap v3. */
export const protocol = {
  name: 'pancake_swap_v3',
  title: 'PancakeSwap v3',
  appUrl: 'https://pancakeswap.finance',
  decoders: [pancakeSwapV3, pancakeSwapV3OneVault],
  actions: pancakeSwapV3Actions,
} as const satisfies Protocol
