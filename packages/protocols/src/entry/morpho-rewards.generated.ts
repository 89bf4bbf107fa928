// Written by scripts/make-protocols.mjs: do not edit.
import type { RuleSet } from '@vaultwright/manager'
import { morphoRewards, morphoRewardsMerkleClaimer, morphoRewardsWrapper } from '../morpho-rewards.ts'
import { vaultBase } from '../vault-base.ts'

export { protocol } from '../morpho-rewards.ts'

/** The rules of its functions, whole: give them to `openRuleSets`. */
export const rules: RuleSet = {
  complete: ['Base', 'MorphoRewards', 'MorphoRewardsMerkleClaimer', 'MorphoRewardsWrapper'],
  decoders: [morphoRewardsMerkleClaimer, morphoRewardsWrapper, morphoRewards, vaultBase],
}
