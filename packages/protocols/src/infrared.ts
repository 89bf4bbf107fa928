import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
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

const vault = {
  kind: 'account',
  describe: 'Vault of Infrared that the token is staked in',
} as const

const token = {
  kind: 'token',
  fact: { of: 'vault', call: 'stakingToken()', returns: '(address)' },
  describe: 'Token that is staked',
} as const

const stake = defineAction({
  route: 'infrared/stake',
  name: 'Stake',
  description: 'Stakes a token, mostly shares of a pool, with Infrared.',
  sentence: 'Stake {amount} in {vault}',
  parameters: {
    vault,
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'stake(uint256 amount)',
  rules: [infrared],
  target: 'vault',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'vault', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'infrared/withdraw',
  name: 'Withdraw',
  description: 'Takes staked tokens back.',
  sentence: 'Withdraw {amount} from {vault}',
  parameters: {
    vault,
    token,
    amount: { kind: 'amount', unit: 'token', describe: 'How much to withdraw' },
  },
  signature: 'withdraw(uint256 amount)',
  rules: [infrared],
  target: 'vault',
  arguments: ({ amount }) => [amount],
})

const claimRewards = defineAction({
  route: 'infrared/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims every reward of a vault.',
  sentence: 'Claim rewards from {vault}',
  parameters: { vault },
  signature: 'getReward()',
  rules: [infrared],
  target: 'vault',
  arguments: () => [],
})

const claimRewardsForSelf = defineAction({
  route: 'infrared/claim_rewards_for_self',
  name: 'Claim rewards for the vault',
  description: 'Claims every reward of a vault for the account that is named, which is the vault.',
  sentence: 'Claim rewards from {vault}',
  parameters: { vault },
  signature: 'getRewardForUser(address _user)',
  rules: [infrared],
  target: 'vault',
  arguments: ({ self }) => [self],
})

const exit = defineAction({
  route: 'infrared/exit',
  name: 'Exit',
  description: 'Takes all staked tokens and every reward back.',
  sentence: 'Exit {vault}',
  parameters: { vault },
  signature: 'exit()',
  rules: [infrared],
  target: 'vault',
  arguments: () => [],
})

/** The actions of a strategist with Infrared. */
const infraredActions = [stake, withdraw, claimRewards, claimRewardsForSelf, exit] as const

/** Infrared. */
export const protocol = {
  name: 'infrared',
  title: 'Infrared',
  appUrl: null,
  decoders: [infrared],
  actions: infraredActions,
} as const satisfies Protocol
