import type { DecoderRules } from '@vaultwright/manager'

/**
 * Reward pools of Aura.
 *
 * Source: Aura BaseRewardPool.
 */
export const aura = {
  decoder: 'Aura',
  functions: [{ signature: 'getReward(address _user, bool _claimExtras)', packs: '_user' }],
} as const satisfies DecoderRules
