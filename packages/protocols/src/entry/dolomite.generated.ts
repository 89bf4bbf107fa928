// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { dolomite } from '../dolomite/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../dolomite/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'Dolomite'],
  decoders: [dolomite, vaultBase],
}
