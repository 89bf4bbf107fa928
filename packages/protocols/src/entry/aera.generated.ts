// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { aera } from '../aera.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../aera.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Aera (inferred)', 'Base'],
  decoders: [aera, vaultBase],
}
