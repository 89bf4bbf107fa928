import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Convex: Curve pool tokens deposited and staked.
 *
 * Source: Convex Booster and BaseRewardPool.
 */
export const convex = {
  decoder: 'Convex',
  inherits: [],
  functions: [
    { signature: 'deposit(uint256 _pid, uint256 _amount, bool _stake)', packs: '' },
    { signature: 'getReward(address _addr, bool _claimExtras)', packs: '_addr' },
    { signature: 'withdrawAndUnwrap(uint256 _amount, bool _claim)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * Convex for f(x): a personal vault per pool.
 *
 * Source: Convex FX Booster, PoolRegistry and staking vaults.
 */
export const convexFx = {
  decoder: 'ConvexFX',
  inherits: [],
  reads: {
    poolInfo: {
      contract: 'the pool registry of Convex FX',
      function: 'poolInfo(uint256)',
      returns:
        '(address implementation, address stakingAddress, address stakingToken, address rewardsAddress, uint8 active)',
    },
  },
  functions: [
    {
      signature: 'createVault(uint256 _pid)',
      packs: 'poolInfo(_pid).stakingAddress, poolInfo(_pid).stakingToken',
      inferred:
        'that the pool registry is read was observed, which of its values are packed was not',
    },
    { signature: 'deposit(uint256 amount, bool manage)', packs: '' },
    { signature: 'getReward(bool claim)', packs: '' },
    { signature: 'transferTokens(address[] tokenList)', packs: '' },
    { signature: 'withdraw(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

const rules = [convex] as const
const rewardPool = {
  kind: 'account',
  role: 'base_reward_pool',
  describe: 'Reward pool of Convex, which knows what the vault has staked',
} as const satisfies AccountParameter

const deposit = defineAction({
  route: 'convex/deposit',
  name: 'Deposit',
  description: 'Gives the liquidity of a Curve pool to Convex, which stakes it unless told not to.',
  sentence: 'Deposit {amount} to pool {pool_number} of {booster}',
  parameters: {
    booster: { kind: 'account', role: 'booster', describe: 'Booster of Convex' },
    pool_number: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      isIdentity: true,
      describe: 'Number of the pool in the booster',
    },
    lp_token: { kind: 'token', describe: 'Token of the liquidity' },
    amount: { kind: 'amount', unit: 'lp_token', all: 'balance', describe: 'How much to deposit' },
    staked: {
      kind: 'flag',
      fallback: true,
      describe:
        'Whether it is staked at once; what is not staked earns nothing and no action withdraws it',
    },
  },
  signature: 'deposit(uint256 _pid, uint256 _amount, bool _stake)',
  rules,
  target: 'booster',
  arguments: ({ pool_number, amount, staked }) => [pool_number, amount, staked],
  approvals: [{ token: 'lp_token', spender: 'booster', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'convex/withdraw',
  name: 'Withdraw',
  description: 'Takes staked liquidity back out of Convex.',
  sentence: 'Withdraw {amount} of liquidity from {reward_pool}',
  parameters: {
    reward_pool: rewardPool,
    amount: {
      kind: 'amount',
      // Reward pools have balances but no decimals; liquidity of Curve has 18 everywhere.
      unit: { decimals: 18 },
      all: { balanceOf: 'reward_pool' },
      describe: 'How much liquidity to withdraw',
    },
    claims: { kind: 'flag', fallback: true, describe: 'Whether rewards are claimed too' },
  },
  signature: 'withdrawAndUnwrap(uint256 _amount, bool _claim)',
  rules,
  target: 'reward_pool',
  arguments: ({ amount, claims }) => [amount, claims],
})

const claim = defineAction({
  route: 'convex/claim',
  name: 'Claim',
  description: 'Claims the CRV, CVX and other rewards of a reward pool.',
  sentence: 'Claim rewards of {reward_pool}',
  parameters: {
    reward_pool: rewardPool,
    extras: { kind: 'flag', fallback: true, describe: 'Whether extra rewards are claimed too' },
  },
  signature: 'getReward(address _addr, bool _claimExtras)',
  rules,
  target: 'reward_pool',
  arguments: ({ self, extras }) => [self, extras],
})

const fxVault = { kind: 'account', describe: 'Vault of one pool that the vault owns' } as const

const createFxVault = defineAction({
  route: 'convex/create_fx_vault',
  name: 'Open a vault for f(x)',
  description: 'Opens a vault of one pool of f(x) that the vault owns.',
  sentence: 'Open a vault for pool {pool_id}',
  parameters: {
    booster: { kind: 'account', describe: 'Booster of Convex for f(x)' },
    pool_id: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Number of the pool' },
    staking_address: { kind: 'account', describe: 'Gauge of the pool' },
    staking_token: { kind: 'token', describe: 'Token of the pool' },
  },
  signature: 'createVault(uint256 _pid)',
  rules: [convexFx],
  target: 'booster',
  arguments: ({ pool_id }) => [pool_id],
  reads: ({ pool_id, staking_address, staking_token }) => ({
    [`poolInfo(${pool_id}).stakingAddress`]: staking_address,
    [`poolInfo(${pool_id}).stakingToken`]: staking_token,
  }),
})

const depositFx = defineAction({
  route: 'convex/deposit_fx',
  name: 'Deposit into f(x)',
  description: 'Puts a token into a vault of one pool of f(x).',
  sentence: 'Deposit {amount} into {fx_vault}',
  parameters: {
    fx_vault: fxVault,
    token: { kind: 'token', describe: 'Token of the pool' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to deposit' },
    manage: { kind: 'flag', fallback: true, describe: 'Whether the contract stakes it at once' },
  },
  signature: 'deposit(uint256 amount, bool manage)',
  rules: [convexFx],
  target: 'fx_vault',
  arguments: ({ amount, manage }) => [amount, manage],
  approvals: [{ token: 'token', spender: 'fx_vault', amount: 'amount' }],
})

const claimFxRewards = defineAction({
  route: 'convex/claim_fx_rewards',
  name: 'Claim rewards of f(x)',
  description: 'Claims the rewards of a vault of one pool of f(x).',
  sentence: 'Claim rewards from {fx_vault}',
  parameters: {
    fx_vault: fxVault,
    claim_first: {
      kind: 'flag',
      fallback: true,
      describe: 'Whether rewards are collected from the gauge first',
    },
  },
  signature: 'getReward(bool claim)',
  rules: [convexFx],
  target: 'fx_vault',
  arguments: ({ claim_first }) => [claim_first],
})

const transferFxTokens = defineAction({
  route: 'convex/transfer_fx_tokens',
  name: 'Collect tokens of f(x)',
  description: 'Takes tokens that a vault of one pool of f(x) holds.',
  sentence: 'Collect {tokens} from {fx_vault}',
  parameters: { fx_vault: fxVault, tokens: { kind: 'tokens', describe: 'Tokens to take' } },
  signature: 'transferTokens(address[] tokenList)',
  rules: [convexFx],
  target: 'fx_vault',
  arguments: ({ tokens }) => [tokens],
})

/** The actions of a strategist with Convex. */
const convexActions = [
  deposit,
  withdraw,
  claim,
  createFxVault,
  depositFx,
  claimFxRewards,
  transferFxTokens,
] as const

/** Convex. */
export const protocol = {
  name: 'convex',
  title: 'Convex',
  appUrl: 'https://www.convexfinance.com',
  decoders: [convex, convexFx],
  actions: convexActions,
} as const satisfies Protocol
