// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { algebraV4 } from '../algebra.ts'
import { camelot } from '../camelot.ts'
import { pancakeSwapV3, pancakeSwapV3OneVault } from '../pancake-swap-v3/function.ts'
import { uniswapV3OneVault } from '../uniswap-v3/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../algebra.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['AlgebraV4', 'Base'],
  decoders: [algebraV4, camelot, pancakeSwapV3, pancakeSwapV3OneVault, uniswapV3OneVault, vaultBase],
}
