// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { stakeStone } from '../stake-stone.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../stake-stone.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'StakeStone'],
  decoders: [stakeStone, vaultBase],
}
