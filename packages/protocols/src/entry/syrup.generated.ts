// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { syrup } from '../syrup.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../syrup.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Syrup'],
  decoders: [syrup, vaultBase],
}
