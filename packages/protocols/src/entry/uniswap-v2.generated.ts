// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { uniswapV2 } from '../uniswap-v2/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../uniswap-v2/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'UniswapV2'],
  decoders: [uniswapV2, vaultBase],
}
