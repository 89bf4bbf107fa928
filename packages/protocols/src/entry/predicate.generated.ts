// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { predicateProxy } from '../predicate.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../predicate.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'PredicateProxy'],
  decoders: [predicateProxy, vaultBase],
}
