// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { karak } from '../karak.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../karak.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Karak'],
  decoders: [karak, vaultBase],
}
