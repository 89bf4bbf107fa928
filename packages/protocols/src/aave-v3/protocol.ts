import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

/**
 * Aave v3, Spark and other forks of its pool.
 *
 * Source: Aave v3 IPool, IRewardsController.
 */
export const aaveV3 = {
  decoder: 'AaveV3',
  functions: [
    {
      signature:
        'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
      packs: 'asset, onBehalfOf',
    },
    {
      signature: 'claimRewards(address[] assets, uint256 amount, address to, address reward)',
      packs: 'to',
    },
    {
      signature:
        'repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
      packs: 'asset, onBehalfOf',
    },
    { signature: 'setUserEMode(uint8 categoryId)', packs: '' },
    {
      signature: 'setUserUseReserveAsCollateral(address asset, bool useAsCollateral)',
      packs: 'asset',
    },
    {
      signature: 'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
      packs: 'asset, onBehalfOf',
    },
    { signature: 'withdraw(address asset, uint256 amount, address to)', packs: 'asset, to' },
  ],
} as const satisfies DecoderRules

const pool = {
  kind: 'account',
  role: 'pool',
  describe: 'Pool of Aave v3, or of a fork such as Spark',
} as const satisfies AccountParameter

const asset = { kind: 'token', describe: 'Asset of the pool' } as const satisfies TokenParameter

/** Interest at the variable rate; pools have no other any more. */
const variableRate = 2n

const rules = [aaveV3] as const

/** Supplies an asset, which earns interest and may serve as collateral. */
const supply = defineAction({
  route: 'aave_v3/supply',
  name: 'Supply',
  description: 'Supplies an asset to a lending pool, where it earns interest.',
  sentence: 'Supply {amount} to {pool}',
  parameters: {
    pool,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to supply' },
  },
  signature: 'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  rules,
  target: 'pool',
  arguments: ({ asset, amount, self }) => [asset, amount, self, 0n],
  approvals: [{ token: 'asset', spender: 'pool', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'aave_v3/withdraw',
  name: 'Withdraw',
  description: 'Takes an asset back out of a lending pool.',
  sentence: 'Withdraw {amount} from {pool}',
  parameters: {
    pool,
    asset,
    amount: {
      kind: 'amount',
      unit: 'asset',
      takesMax: true,
      describe: 'How much to withdraw; max for all of it',
    },
  },
  signature: 'withdraw(address asset, uint256 amount, address to)',
  rules,
  target: 'pool',
  arguments: ({ asset, amount, self }) => [asset, amount, self],
})

const borrow = defineAction({
  route: 'aave_v3/borrow',
  name: 'Borrow',
  description: 'Borrows an asset against the collateral in the pool, at the variable rate.',
  sentence: 'Borrow {amount} from {pool}',
  parameters: {
    pool,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to borrow' },
  },
  signature:
    'borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  rules,
  target: 'pool',
  arguments: ({ asset, amount, self }) => [asset, amount, variableRate, 0n, self],
})

const repay = defineAction({
  route: 'aave_v3/repay',
  name: 'Repay',
  description: 'Pays a variable-rate debt back.',
  sentence: 'Repay {amount} to {pool}',
  parameters: {
    pool,
    asset,
    amount: {
      kind: 'amount',
      unit: 'asset',
      all: 'balance',
      takesMax: true,
      describe: 'How much to repay; max for the whole debt',
    },
  },
  signature: 'repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
  rules,
  target: 'pool',
  arguments: ({ asset, amount, self }) => [asset, amount, variableRate, self],
  approvals: [{ token: 'asset', spender: 'pool', amount: 'amount' }],
})

const setCollateral = defineAction({
  route: 'aave_v3/set_collateral',
  name: 'Set collateral',
  description: 'Says whether a supplied asset serves as collateral.',
  sentence: 'Set {asset} as collateral in {pool}: {enabled}',
  parameters: {
    pool,
    asset,
    enabled: { kind: 'flag', describe: 'Whether the asset serves as collateral' },
  },
  signature: 'setUserUseReserveAsCollateral(address asset, bool useAsCollateral)',
  rules,
  target: 'pool',
  arguments: ({ asset, enabled }) => [asset, enabled],
})

const setEMode = defineAction({
  route: 'aave_v3/set_e_mode',
  name: 'Set e-mode',
  description: 'Chooses the efficiency mode of the account.',
  sentence: 'Set e-mode {category} in {pool}',
  parameters: {
    pool,
    category: { kind: 'integer', min: 0n, max: 255n, describe: 'Category; 0 for none' },
  },
  signature: 'setUserEMode(uint8 categoryId)',
  rules,
  target: 'pool',
  arguments: ({ category }) => [category],
})

const claimRewards = defineAction({
  route: 'aave_v3/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims the incentives that positions in the pool have earned.',
  sentence: 'Claim {amount} from {rewards_controller}',
  parameters: {
    rewards_controller: {
      kind: 'account',
      role: 'rewards_controller',
      describe: 'Contract that pays incentives',
    },
    assets: {
      kind: 'raw',
      type: 'address[]',
      sample: [],
      describe: 'aTokens and debt tokens whose rewards are claimed, as a JSON list of addresses',
    },
    reward: { kind: 'token', describe: 'Token that is paid' },
    amount: {
      kind: 'amount',
      unit: 'reward',
      takesMax: true,
      fallback: 'max',
      describe: 'How much to claim; all of it when not said',
    },
  },
  signature: 'claimRewards(address[] assets, uint256 amount, address to, address reward)',
  rules,
  target: 'rewards_controller',
  arguments: ({ assets, amount, self, reward }) => [assets, amount, self, reward],
})

/** The actions of a strategist with Aave v3 and its forks. */
const aaveV3Actions = [
  supply,
  withdraw,
  borrow,
  repay,
  setCollateral,
  setEMode,
  claimRewards,
] as const

/** Aave v3. */
export const protocol = {
  name: 'aave_v3',
  title: 'Aave v3',
  appUrl: 'https://app.aave.com',
  isStandard: true,
  decoders: [aaveV3],
  actions: aaveV3Actions,
  price: 'rate',
} as const satisfies Protocol
