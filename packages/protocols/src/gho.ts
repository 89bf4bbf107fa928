import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Staked GHO and the stability module of GHO.
 *
 * Source: Aave StakeToken, GSM.
 */
export const sGho = {
  decoder: 'SGHO',
  inherits: ['Base'],
  functions: [
    { signature: 'buyAsset(uint256 minAmount, address receiver)', packs: 'receiver' },
    { signature: 'cooldown()', packs: '' },
    { signature: 'redeem(address to, uint256 amount)', packs: 'to' },
    { signature: 'sellAsset(uint256 maxAmount, address receiver)', packs: 'receiver' },
    { signature: 'stake(address to, uint256 amount)', packs: 'to' },
  ],
} as const satisfies DecoderRules

const gsm = { kind: 'account', describe: 'GSM of one asset' } as const

const asset = {
  kind: 'token',
  fact: { of: 'gsm', call: 'UNDERLYING_ASSET()', returns: '(address)' },
  describe: 'Asset of the GSM',
} as const

const staked = { kind: 'token', describe: 'Staked token, such as stkGHO' } as const

const buyAsset = defineAction({
  route: 'gho/buy_asset',
  name: 'Buy an asset',
  description: 'Buys an asset of the stability module with GHO.',
  sentence: 'Buy at least {amount} for at most {max_gho}',
  parameters: {
    gsm,
    asset,
    gho: {
      kind: 'token',
      fact: { of: 'gsm', call: 'GHO_TOKEN()', returns: '(address)' },
      describe: 'GHO',
    },
    amount: { kind: 'amount', unit: 'asset', describe: 'Minimum of the asset to buy' },
    max_gho: { kind: 'amount', unit: 'gho', describe: 'The most GHO that the module may pull' },
  },
  signature: 'buyAsset(uint256 minAmount, address receiver)',
  rules: [sGho],
  target: 'gsm',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'gho', spender: 'gsm', amount: 'max_gho' }],
})

const sellAsset = defineAction({
  route: 'gho/sell_asset',
  name: 'Sell an asset',
  description: 'Sells an asset to the stability module for GHO.',
  sentence: 'Sell at most {amount} for GHO',
  parameters: {
    gsm,
    asset,
    amount: {
      kind: 'amount',
      unit: 'asset',
      all: 'balance',
      describe: 'The most of the asset to sell',
    },
  },
  signature: 'sellAsset(uint256 maxAmount, address receiver)',
  rules: [sGho],
  target: 'gsm',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'asset', spender: 'gsm', amount: 'amount' }],
})

const stake = defineAction({
  route: 'gho/stake',
  name: 'Stake',
  description: 'Stakes GHO.',
  sentence: 'Stake {amount} as {staked}',
  parameters: {
    staked,
    token: {
      kind: 'token',
      fact: { of: 'staked', call: 'STAKED_TOKEN()', returns: '(address)' },
      describe: 'Token that is staked',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to stake' },
  },
  signature: 'stake(address to, uint256 amount)',
  rules: [sGho],
  target: 'staked',
  arguments: ({ amount, self }) => [self, amount],
  approvals: [{ token: 'token', spender: 'staked', amount: 'amount' }],
})

const cooldown = defineAction({
  route: 'gho/cooldown',
  name: 'Start the cooldown',
  description: 'Starts the wait after which staked GHO can be taken back.',
  sentence: 'Start the cooldown of {staked}',
  parameters: { staked },
  signature: 'cooldown()',
  rules: [sGho],
  target: 'staked',
  arguments: () => [],
})

const redeem = defineAction({
  route: 'gho/redeem',
  name: 'Redeem',
  description: 'Takes staked GHO back.',
  sentence: 'Redeem {amount}',
  parameters: {
    staked,
    amount: { kind: 'amount', unit: 'staked', takesMax: true, describe: 'How much to take back' },
  },
  signature: 'redeem(address to, uint256 amount)',
  rules: [sGho],
  target: 'staked',
  arguments: ({ amount, self }) => [self, amount],
})

/** The actions of a strategist with GHO. */
const ghoActions = [buyAsset, sellAsset, stake, cooldown, redeem] as const

/** GHO. */
export const protocol = {
  name: 'gho',
  title: 'GHO',
  appUrl: null,
  decoders: [sGho],
  actions: ghoActions,
  unquoted: {
    exact_output: ['buy_asset'],
    stake: ['stake'],
  },
} as const satisfies Protocol
