import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Fixed-income token tETH of Treehouse.
 *
 * Source: Treehouse TreehouseRouter, TreehouseRedemption.
 */
export const treehouse = {
  decoder: 'Treehouse',
  functions: [
    { signature: 'deposit(address _asset, uint256 _amount)', packs: '_asset' },
    { signature: 'finalizeRedeem(uint256 _redeemIndex)', packs: '' },
    { signature: 'redeem(uint96 _shares)', packs: '' },
  ],
} as const satisfies DecoderRules

const rules = [treehouse] as const

const deposit = defineAction({
  route: 'treehouse/deposit',
  name: 'Deposit',
  description: 'Turns a staked form of ETH into tETH.',
  sentence: 'Deposit {amount} into {router}',
  parameters: {
    router: { kind: 'account', describe: 'Router of Treehouse' },
    asset: { kind: 'token', describe: 'Token that is taken, such as wstETH' },
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'deposit(address _asset, uint256 _amount)',
  rules,
  target: 'router',
  arguments: ({ asset, amount }) => [asset, amount],
  approvals: [{ token: 'asset', spender: 'router', amount: 'amount' }],
})

const redeem = defineAction({
  route: 'treehouse/redeem',
  name: 'Redeem',
  description: 'Starts to turn tETH back.',
  sentence: 'Redeem {shares} through {redemption}',
  parameters: {
    redemption: { kind: 'account', describe: 'Redemption contract of Treehouse' },
    t_asset: {
      kind: 'token',
      fact: { of: 'redemption', call: 'TASSET()', returns: '(address)' },
      describe: 'tETH',
    },
    shares: {
      kind: 'amount',
      unit: 't_asset',
      all: 'balance',
      describe: 'How much tETH to give back',
    },
  },
  signature: 'redeem(uint96 _shares)',
  rules,
  target: 'redemption',
  arguments: ({ shares }) => [shares],
  approvals: [{ token: 't_asset', spender: 'redemption', amount: 'shares' }],
})

const finalizeRedeem = defineAction({
  route: 'treehouse/finalize_redeem',
  name: 'Finalise a redemption',
  description: 'Collects what one redemption of tETH brings.',
  sentence: 'Finalise redemption {index} of {redemption}',
  parameters: {
    redemption: { kind: 'account', describe: 'Redemption contract of Treehouse' },
    index: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Place of the redemption among those of the vault',
    },
  },
  signature: 'finalizeRedeem(uint256 _redeemIndex)',
  rules,
  target: 'redemption',
  arguments: ({ index }) => [index],
})

/** The actions of a strategist with Treehouse. */
const treehouseActions = [deposit, redeem, finalizeRedeem] as const

/** Treehouse. */
export const protocol = {
  name: 'treehouse',
  title: 'Treehouse',
  appUrl: null,
  decoders: [treehouse],
  actions: treehouseActions,
  price: 'rate',
} as const satisfies Protocol
