// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { sGho } from '../gho.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../gho.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'SGHO'],
  decoders: [sGho, vaultBase],
}
