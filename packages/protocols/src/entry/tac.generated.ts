// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { tacCrossChainLayer } from '../tac.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../tac.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'TacCrossChainLayer'],
  decoders: [tacCrossChainLayer, vaultBase],
}
