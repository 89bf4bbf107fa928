// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { usualMoney } from '../usual-money.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../usual-money.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'UsualMoney'],
  decoders: [usualMoney, vaultBase],
}
