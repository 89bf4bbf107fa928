// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { ccip } from '../ccip.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../ccip.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'CCIP'],
  decoders: [ccip, vaultBase],
}
