// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { kingClaiming } from '../king.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../king.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'KingClaiming'],
  decoders: [kingClaiming, vaultBase],
}
