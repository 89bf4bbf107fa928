import type { Protocol } from '../action/protocol-entry.ts'
import { morphoRewardsActions } from './action.ts'
import { morphoRewards, morphoRewardsMerkleClaimer, morphoRewardsWrapper } from './function.ts'

/** Morpho rewards. */
export const protocol = {
  name: 'morpho_rewards',
  title: 'Morpho rewards',
  appUrl: 'https://app.morpho.org',
  decoders: [morphoRewardsMerkleClaimer, morphoRewardsWrapper, morphoRewards],
  actions: morphoRewardsActions,
} as const satisfies Protocol
