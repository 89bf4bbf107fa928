import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Reward vaults of Berachain.
 *
 * Source: Berachain IRewardVault.
 */
export const bgtRewardVault = {
  decoder: 'BGTRewardVault',
  functions: [
    { signature: 'delegateStake(address account, uint256 amount)', packs: 'account' },
    { signature: 'delegateWithdraw(address account, uint256 amount)', packs: 'account' },
    { signature: 'exit(address recipient)', packs: 'recipient' },
    { signature: 'getReward(address account, address recipient)', packs: 'account, recipient' },
    { signature: 'setOperator(address _operator)', packs: '_operator' },
    { signature: 'stake(uint256 amount)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

const vault = { kind: 'account', describe: 'Reward vault of Berachain' } as const

const token = {
  kind: 'token',
  fact: { of: 'vault', call: 'stakeToken()', returns: '(address)' },
  describe: 'Token that is staked',
} as const

const amount = { kind: 'amount', unit: 'token', describe: 'How much to withdraw' } as const

const stake = defineAction({
  route: 'bgt_reward_vault/stake',
  name: 'Stake',
  description: 'Stakes a token in a reward vault.',
  sentence: 'Stake {amount} in {vault}',
  parameters: {
    vault,
    token,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'stake(uint256 amount)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'vault', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'bgt_reward_vault/withdraw',
  name: 'Withdraw',
  description: 'Takes staked tokens back.',
  sentence: 'Withdraw {amount} from {vault}',
  parameters: { vault, token, amount },
  signature: 'withdraw(uint256 amount)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ amount }) => [amount],
})

const claimRewards = defineAction({
  route: 'bgt_reward_vault/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims the BGT that the vault earned.',
  sentence: 'Claim rewards from {vault}',
  parameters: { vault },
  signature: 'getReward(address account, address recipient)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ self }) => [self, self],
})

const exit = defineAction({
  route: 'bgt_reward_vault/exit',
  name: 'Exit',
  description: 'Takes all staked tokens and the BGT back.',
  sentence: 'Exit {vault}',
  parameters: { vault },
  signature: 'exit(address recipient)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ self }) => [self],
})

const setOperator = defineAction({
  route: 'bgt_reward_vault/set_operator',
  name: 'Set the operator',
  description: 'Lets an account claim the BGT of the vault.',
  sentence: 'Let {operator} claim from {vault}',
  parameters: { vault, operator: { kind: 'account', describe: 'Who may claim' } },
  signature: 'setOperator(address _operator)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ operator }) => [operator],
})

const stakeFor = defineAction({
  route: 'bgt_reward_vault/stake_for',
  name: 'Stake for another',
  description: 'Stakes a token of the vault; another account earns with it.',
  sentence: 'Stake {amount} in {vault} for {account}',
  parameters: {
    vault,
    token,
    account: { kind: 'account', describe: 'Who earns the rewards' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to stake' },
  },
  signature: 'delegateStake(address account, uint256 amount)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ account, amount }) => [account, amount],
  approvals: [{ token: 'token', spender: 'vault', amount: 'amount' }],
})

const withdrawFor = defineAction({
  route: 'bgt_reward_vault/withdraw_for',
  name: 'Withdraw from another',
  description: 'Takes back what was staked for another account.',
  sentence: 'Withdraw {amount} from {vault} staked for {account}',
  parameters: {
    vault,
    token,
    account: { kind: 'account', describe: 'For whom it was staked' },
    amount,
  },
  signature: 'delegateWithdraw(address account, uint256 amount)',
  rules: [bgtRewardVault],
  target: 'vault',
  arguments: ({ account, amount }) => [account, amount],
})

/** The actions of a strategist with reward vaults. */
const bgtRewardVaultActions = [
  stake,
  withdraw,
  claimRewards,
  exit,
  setOperator,
  stakeFor,
  withdrawFor,
] as const

/** BGT reward vault. */
export const protocol = {
  name: 'bgt_reward_vault',
  title: 'BGT reward vault',
  appUrl: null,
  decoders: [bgtRewardVault],
  actions: bgtRewardVaultActions,
} as const satisfies Protocol
