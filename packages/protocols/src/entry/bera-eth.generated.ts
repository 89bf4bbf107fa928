// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { beraEth } from '../bera-eth.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../bera-eth.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'BeraETH'],
  decoders: [beraEth, vaultBase],
}
