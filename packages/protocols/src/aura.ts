import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Reward pools of Aura.
 *
 * Source: Aura BaseRewardPool.
 */
export const aura = {
  decoder: 'Aura',
  functions: [{ signature: 'getReward(address _user, bool _claimExtras)', packs: '_user' }],
} as const satisfies DecoderRules

const claim = defineAction({
  route: 'aura/claim',
  name: 'Claim',
  description: 'Claims the BAL, AURA and other rewards of a reward pool.',
  sentence: 'Claim rewards of {reward_pool}',
  parameters: {
    reward_pool: { kind: 'account', role: 'vault', describe: 'Reward pool of Aura' },
    extras: { kind: 'flag', fallback: true, describe: 'Whether extra rewards are claimed too' },
  },
  signature: 'getReward(address _user, bool _claimExtras)',
  rules: [aura],
  target: 'reward_pool',
  arguments: ({ self, extras }) => [self, extras],
})

/** The actions of a strategist with Aura beyond its ERC-4626 vaults. */
const auraActions = [claim] as const

/** Aura. */
export const protocol = {
  name: 'aura',
  title: 'Aura',
  appUrl: 'https://app.aura.finance',
  decoders: [aura],
  actions: auraActions,
} as const satisfies Protocol
