// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { skyMoney } from '../sky-money.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../sky-money.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'SkyMoney'],
  decoders: [skyMoney, vaultBase],
}
