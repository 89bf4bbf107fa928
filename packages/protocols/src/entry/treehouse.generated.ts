// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { treehouse } from '../treehouse.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../treehouse.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Treehouse'],
  decoders: [treehouse, vaultBase],
}
