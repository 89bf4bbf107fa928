// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { honey } from '../honey.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../honey.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Honey'],
  decoders: [honey, vaultBase],
}
