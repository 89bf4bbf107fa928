// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { compoundV2 } from '../compound-v2/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../compound-v2/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'CompoundV2'],
  decoders: [compoundV2, vaultBase],
}
