import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The reward ledger of a vault's shares.
 *
 * Source: the public functions of the ledger; what the decoder packs was observed.
 */
export const boringChef = {
  decoder: 'BoringChef',
  inherits: [],
  functions: [
    { signature: 'claimRewards(uint256[] rewardIds)', packs: '' },
    {
      signature: 'claimRewardsOnBehalfOfUser(uint256[] rewardIds, address user)',
      packs: 'user',
    },
    {
      signature:
        'distributeRewards(address[] tokens, uint256[] amounts, uint48[] startEpochs, uint48[] endEpochs)',
      packs: 'tokens[]',
    },
  ],
} as const satisfies DecoderRules

/** Boring Chef. */
export const protocol = {
  name: 'boring_chef',
  title: 'Boring Chef',
  appUrl: null,
  decoders: [boringChef],
  actions: [],
} as const satisfies Protocol
