// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { permit2 } from '../permit2.ts'
import { uniswapV4 } from '../uniswap-v4/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../uniswap-v4/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Permit2', 'UniswapV4'],
  decoders: [permit2, uniswapV4, vaultBase],
}
