// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { algebraV4 } from '../algebra.ts'
import { camelot } from '../camelot.ts'
import { pancakeSwapV3, pancakeSwapV3OneVault } from '../pancake-swap-v3/function.ts'
import { uniswapV3, uniswapV3OneVault, uniswapV3SwapRouter02 } from '../uniswap-v3/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../uniswap-v3/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'UniswapV3', 'UniswapV3 (one vault)', 'UniswapV3SwapRouter02'],
  decoders: [algebraV4, camelot, pancakeSwapV3, pancakeSwapV3OneVault, uniswapV3, uniswapV3SwapRouter02, uniswapV3OneVault, vaultBase],
}
