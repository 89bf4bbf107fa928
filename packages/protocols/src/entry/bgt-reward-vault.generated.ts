// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { bgtRewardVault } from '../bgt-reward-vault.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../bgt-reward-vault.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['BGTRewardVault', 'Base'],
  decoders: [bgtRewardVault, vaultBase],
}
