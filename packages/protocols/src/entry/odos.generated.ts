// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { odos, odosOwned } from '../odos.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../odos.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Odos', 'OdosOwned'],
  decoders: [odos, odosOwned, vaultBase],
}
