// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { compoundV3 } from '../compound-v3/protocol.ts'
import { itbBasePosition } from '../itb/function.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../compound-v3/protocol.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'CompoundV3'],
  decoders: [compoundV3, itbBasePosition, vaultBase],
}
