import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

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

/** Infrared. */
export const protocol = {
  name: 'infrared',
  title: 'Infrared',
  appUrl: null,
  decoders: [infrared],
  actions: [],
} as const satisfies Protocol
