// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { kinetiq } from '../kinetiq.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../kinetiq.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Kinetiq'],
  decoders: [kinetiq, vaultBase],
}
