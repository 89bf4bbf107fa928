// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { oogaBooga } from '../ooga-booga.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../ooga-booga.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'OogaBooga'],
  decoders: [oogaBooga, vaultBase],
}
