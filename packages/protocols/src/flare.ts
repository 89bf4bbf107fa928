import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Reward token rFLR of Flare; everything goes to the caller.
 *
 * Source: Flare IRNat.
 */
export const rFlr = {
  decoder: 'rFLR',
  functions: [
    { signature: 'claimRewards(uint256[] projectIds, uint256 month)', packs: '' },
    { signature: 'withdraw(uint128 amount, bool wrap)', packs: '' },
    { signature: 'withdrawAll(bool wrap)', packs: '' },
  ],
} as const satisfies DecoderRules

/** Flare. */
export const protocol = {
  name: 'flare',
  title: 'Flare',
  appUrl: null,
  decoders: [rFlr],
  actions: [],
} as const satisfies Protocol
