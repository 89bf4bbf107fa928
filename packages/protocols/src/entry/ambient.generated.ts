// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { ambient } from '../ambient/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../ambient/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Ambient', 'Base'],
  decoders: [ambient, vaultBase],
}
