// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { termFinance } from '../term-finance.ts'

export { protocol } from '../term-finance.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['TermFinance'],
  decoders: [termFinance],
}
