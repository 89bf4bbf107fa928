// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { teller } from '../teller/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../teller/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Teller'],
  decoders: [teller, vaultBase],
}
