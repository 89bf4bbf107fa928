import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Syrup of Maple.
 *
 * Source: Maple SyrupRouter, Pool.
 */
export const syrup = {
  decoder: 'Syrup',
  functions: [
    { signature: 'deposit(uint256 amount_, bytes32 depositData_)', packs: '' },
    { signature: 'removeShares(uint256 shares_, address owner_)', packs: 'owner_' },
    { signature: 'requestRedeem(uint256 shares_, address owner_)', packs: 'owner_' },
  ],
} as const satisfies DecoderRules

const pool = {
  kind: 'token',
  describe: 'Pool of Maple; it is the token of its own shares',
} as const satisfies TokenParameter

const rules = [syrup] as const

const deposit = defineAction({
  route: 'syrup/deposit',
  name: 'Deposit',
  description: 'Lends a token to Maple through a Syrup router.',
  sentence: 'Deposit {amount} through {router}',
  parameters: {
    router: { kind: 'account', describe: 'Router of Syrup' },
    asset: {
      kind: 'token',
      fact: { of: 'router', call: 'asset()', returns: '(address)' },
      describe: 'Token to lend',
    },
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to lend' },
    deposit_data: { kind: 'word', describe: 'Data about the depositor for the pool' },
  },
  signature: 'deposit(uint256 amount_, bytes32 depositData_)',
  rules,
  target: 'router',
  arguments: ({ amount, deposit_data }) => [amount, deposit_data],
  approvals: [{ token: 'asset', spender: 'router', amount: 'amount' }],
})

const requestRedeem = defineAction({
  route: 'syrup/request_redeem',
  name: 'Request a redemption',
  description: 'Queues shares of a pool of Maple for redemption.',
  sentence: 'Request redemption of {shares}',
  parameters: {
    pool,
    shares: { kind: 'amount', unit: 'pool', all: 'balance', describe: 'How many shares to redeem' },
  },
  signature: 'requestRedeem(uint256 shares_, address owner_)',
  rules,
  target: 'pool',
  arguments: ({ shares, self }) => [shares, self],
})

const removeShares = defineAction({
  route: 'syrup/remove_shares',
  name: 'Take a request back',
  description: 'Takes shares out of the redemption queue of a pool of Maple.',
  sentence: 'Take {shares} out of the queue',
  parameters: {
    pool,
    shares: { kind: 'amount', unit: 'pool', describe: 'How many shares to take back' },
  },
  signature: 'removeShares(uint256 shares_, address owner_)',
  rules,
  target: 'pool',
  arguments: ({ shares, self }) => [shares, self],
})

/** The actions of a strategist with Syrup. */
const syrupActions = [deposit, requestRedeem, removeShares] as const

/** Syrup. */
export const protocol = {
  name: 'syrup',
  title: 'Syrup',
  appUrl: null,
  decoders: [syrup],
  actions: syrupActions,
  price: 'rate',
} as const satisfies Protocol
