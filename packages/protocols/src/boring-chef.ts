import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
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

const ledger = {
  kind: 'account',
  describe: 'Vault whose shares keep the ledger of rewards',
} as const

const rewardIds = {
  kind: 'integers',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Numbers of the rewards',
} as const

const claimRewards = defineAction({
  route: 'boring_chef/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims rewards that shares of another vault earned.',
  sentence: 'Claim rewards {reward_ids} from {ledger}',
  parameters: { ledger, reward_ids: rewardIds },
  signature: 'claimRewards(uint256[] rewardIds)',
  rules: [boringChef],
  target: 'ledger',
  arguments: ({ reward_ids }) => [reward_ids],
})

const claimRewardsFor = defineAction({
  route: 'boring_chef/claim_rewards_for',
  name: 'Claim rewards for a user',
  description: 'Claims rewards for a user, who receives them.',
  sentence: 'Claim rewards {reward_ids} from {ledger} for {user}',
  parameters: {
    ledger,
    reward_ids: rewardIds,
    user: { kind: 'account', describe: 'Who earned and receives the rewards' },
  },
  signature: 'claimRewardsOnBehalfOfUser(uint256[] rewardIds, address user)',
  rules: [boringChef],
  target: 'ledger',
  arguments: ({ reward_ids, user }) => [reward_ids, user],
})

const distributeRewards = defineAction({
  route: 'boring_chef/distribute_rewards',
  name: 'Distribute rewards',
  description: 'Gives tokens to everyone who holds shares over some epochs.',
  sentence: 'Distribute {amounts} from epoch {start_epochs} to {end_epochs}',
  parameters: {
    ledger,
    tokens: { kind: 'tokens', describe: 'Tokens to distribute' },
    amounts: { kind: 'amounts', unit: 'tokens', describe: 'How much of each token' },
    start_epochs: {
      kind: 'integers',
      min: 0n,
      max: 2n ** 48n - 1n,
      describe: 'First epoch of each',
    },
    end_epochs: { kind: 'integers', min: 0n, max: 2n ** 48n - 1n, describe: 'Last epoch of each' },
  },
  signature:
    'distributeRewards(address[] tokens, uint256[] amounts, uint48[] startEpochs, uint48[] endEpochs)',
  rules: [boringChef],
  target: 'ledger',
  arguments: ({ tokens, amounts, start_epochs, end_epochs }) => [
    tokens,
    amounts,
    start_epochs,
    end_epochs,
  ],
  approvals: [{ token: 'tokens', spender: 'ledger', amount: 'amounts' }],
  sizes: [1, 2, 3, 4, 5, 6],
})

/** The actions of a strategist with the reward ledger. */
const boringChefActions = [claimRewards, claimRewardsFor, distributeRewards] as const

/** Boring Chef. */
export const protocol = {
  name: 'boring_chef',
  title: 'Boring Chef',
  appUrl: null,
  decoders: [boringChef],
  actions: boringChefActions,
} as const satisfies Protocol
