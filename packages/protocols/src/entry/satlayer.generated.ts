// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { itbBasePosition } from '../itb/function.ts'
import { satlayerStaking } from '../satlayer.ts'

export { protocol } from '../satlayer.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['SatlayerStaking'],
  decoders: [itbBasePosition, satlayerStaking],
}
