// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { itbBasePosition } from '../itb/function.ts'
import { vaultBase } from '../vault-base.ts'
import { zircuitSimpleStaking } from '../zircuit.ts'

export { protocol } from '../zircuit.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'ZircuitSimpleStaking'],
  decoders: [itbBasePosition, vaultBase, zircuitSimpleStaking],
}
