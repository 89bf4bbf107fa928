import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { eulerConnectorActions } from './connector-action.ts'
import { controllerActions } from './controller-action.ts'
import { eulerEvk } from './function.ts'

const vault = {
  kind: 'token',
  describe: 'Vault of Euler; it is the token of its own shares',
} as const satisfies TokenParameter

const asset = {
  kind: 'token',
  fact: { of: 'vault', call: 'asset()', returns: '(address)' },
  describe: 'Token that the vault lends',
} as const satisfies TokenParameter

const account = {
  kind: 'account',
  describe:
    'Who holds the position: the vault that acts, or a sub-account that differs from it in the last byte only',
} as const satisfies AccountParameter

const rules = [eulerEvk] as const

const deposit = defineAction({
  route: 'euler/deposit',
  name: 'Deposit',
  description: 'Lends an asset to a vault of Euler, for an account of the connector.',
  sentence: 'Deposit {amount} into {vault} for {account}',
  parameters: {
    vault,
    asset,
    account,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to lend' },
  },
  signature: 'deposit(uint256 assets, address receiver)',
  rules,
  target: 'vault',
  arguments: ({ amount, account }) => [amount, account],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'euler/withdraw',
  name: 'Withdraw',
  description: 'Takes an exact amount of a lent asset out of a vault of Euler.',
  sentence: 'Withdraw {amount} from {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
  },
  signature: 'withdraw(uint256 assets, address receiver, address owner)',
  rules,
  target: 'vault',
  arguments: ({ amount, self }) => [amount, self, self],
})

const redeem = defineAction({
  route: 'euler/redeem',
  name: 'Redeem shares',
  description: 'Gives shares of a vault of Euler back for its asset.',
  sentence: 'Redeem {shares}',
  parameters: {
    vault,
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      takesMax: true,
      describe: 'How many shares to give back; max for all',
    },
  },
  signature: 'redeem(uint256 shares, address receiver, address owner)',
  rules,
  target: 'vault',
  arguments: ({ shares, self }) => [shares, self, self],
})

const borrow = defineAction({
  route: 'euler/borrow',
  name: 'Borrow',
  description: 'Borrows the asset of a vault of Euler against enabled collateral.',
  sentence: 'Borrow {amount} from {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to borrow' },
  },
  signature: 'borrow(uint256 amount, address receiver)',
  rules,
  target: 'vault',
  arguments: ({ amount, self }) => [amount, self],
})

const repay = defineAction({
  route: 'euler/repay',
  name: 'Repay',
  description: 'Pays the debt of an account in a vault of Euler back.',
  sentence: 'Repay {amount} to {vault} for {account}',
  parameters: {
    vault,
    asset,
    account: { ...account, describe: 'Whose debt is paid' },
    amount: {
      kind: 'amount',
      unit: 'asset',
      takesMax: true,
      describe: 'How much to repay; max for the whole debt',
    },
  },
  signature: 'repay(uint256 amount, address receiver)',
  rules,
  target: 'vault',
  arguments: ({ amount, account }) => [amount, account],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

const repayWithShares = defineAction({
  route: 'euler/repay_with_shares',
  name: 'Repay with shares',
  description: 'Pays a debt back with shares of the same vault of Euler.',
  sentence: 'Repay {amount} to {vault} for {account} with shares',
  parameters: {
    vault,
    asset,
    account: { ...account, describe: 'Whose debt is paid' },
    amount: {
      kind: 'amount',
      unit: 'asset',
      takesMax: true,
      describe: 'How much to repay; max for as much as the shares or the debt allow',
    },
  },
  signature: 'repayWithShares(uint256 amount, address receiver)',
  rules,
  target: 'vault',
  arguments: ({ amount, account }) => [amount, account],
})

const disableController = defineAction({
  route: 'euler/disable_controller',
  name: 'Disable controller',
  description: 'Frees the acting account from a vault of Euler that it owes nothing to any more.',
  sentence: 'Disable {vault} as controller',
  parameters: { vault },
  signature: 'disableController()',
  rules,
  target: 'vault',
  arguments: () => [],
})

/** The actions of a strategist with vaults of Euler. */
const eulerActions = [
  deposit,
  withdraw,
  redeem,
  borrow,
  repay,
  repayWithShares,
  disableController,
] as const

/** Euler v2. */
export const protocol = {
  name: 'euler',
  title: 'Euler v2',
  appUrl: 'https://app.euler.finance',
  decoders: [eulerEvk],
  actions: [...eulerActions, ...eulerConnectorActions, ...controllerActions],
  unquoted: {
    loan: ['borrow', 'repay', 'repay_with_shares', 'borrow_for_account'],
    counted_output: ['withdraw', 'withdraw_for_account'],
  },
} as const satisfies Protocol
