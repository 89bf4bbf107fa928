// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { pumpStaking } from '../pump-staking.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../pump-staking.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'PumpStaking'],
  decoders: [pumpStaking, vaultBase],
}
