import type { DecoderRules } from '@vaultwright/manager'

/**
 * The rewards distributor of Morpho.
 *
 * Source: Morpho UniversalRewardsDistributor.
 */
export const morphoRewardsMerkleClaimer = {
  decoder: 'MorphoRewardsMerkleClaimer',
  functions: [
    {
      signature: 'claim(address account, address reward, uint256 claimable, bytes32[] proof)',
      packs: 'account',
    },
  ],
} as const satisfies DecoderRules

/**
 * The wrapper from the legacy MORPHO token to the transferable one.
 *
 * Source: Morpho token wrapper.
 */
export const morphoRewardsWrapper = {
  decoder: 'MorphoRewardsWrapper',
  functions: [
    { signature: 'depositFor(address user, uint256 value)', packs: 'user' },
    { signature: 'withdrawTo(address user, uint256 value)', packs: 'user' },
  ],
} as const satisfies DecoderRules

/**
 * One decoder for both the distributor and the wrapper.
 *
 * Source: Morpho UniversalRewardsDistributor, token wrapper.
 */
export const morphoRewards = {
  decoder: 'MorphoRewards',
  inherits: ['Base', 'MorphoRewardsMerkleClaimer', 'MorphoRewardsWrapper'],
  functions: [],
} as const satisfies DecoderRules
