// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { cowOrder } from '../cow/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../cow/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'CowOrder'],
  decoders: [cowOrder, vaultBase],
}
