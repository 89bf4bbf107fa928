import type { DecoderRules } from '@vaultwright/manager'

/**
 * Vaults of Infrared.
 *
 * Source: Infrared IInfraredVault.
 */
export const infrared = {
  decoder: 'Infrared',
  functions: [
    { signature: 'exit()', packs: '' },
    { signature: 'getReward()', packs: '' },
    { signature: 'getRewardForUser(address _user)', packs: '_user' },
    { signature: 'stake(uint256 amount)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules
