import { defineAction } from '../action/action.ts'
import type { Protocol } from '../action/protocol-entry.ts'
import { tellerBridgeActions } from './bridge-action.ts'
import { depositParameters, isNative, rules, sharesOf, teller, tellerAccount } from './function.ts'

const { asset, amount } = depositParameters
const approvals = [{ token: 'asset', spender: 'vault', amount: 'amount' }] as const

const minimumShares = {
  kind: 'minimum',
  unit: 'vault',
  describe: 'Minimum shares that must come out',
} as const

const minimumAssets = {
  kind: 'minimum',
  unit: 'asset',
  describe: 'Minimum of the asset that must come out',
} as const

const deposit = defineAction({
  route: 'teller/deposit',
  name: 'Deposit',
  description: 'Enters another vault; its shares may be locked for a while.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: { teller: tellerAccount, asset, vault: sharesOf, amount, minimum: minimumShares },
  signature: 'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint)',
  rules,
  target: 'teller',
  arguments: ({ asset, amount, minimum }) => [asset, amount, minimum],
  sends: 'either',
  value: ({ asset, amount }) => (isNative(asset) ? amount : 0n),
  approvals,
})

const depositWithReferrer = defineAction({
  route: 'teller/deposit_with_referrer',
  name: 'Deposit with a referrer',
  description: 'Enters another vault and names who referred to it, as newer tellers want.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    teller: tellerAccount,
    asset,
    referrer: { kind: 'account', describe: 'Account that referred to the vault; zero for none' },
    vault: sharesOf,
    amount,
    minimum: minimumShares,
  },
  signature:
    'deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address referrer)',
  rules,
  target: 'teller',
  arguments: ({ asset, amount, minimum, referrer }) => [asset, amount, minimum, referrer],
  sends: 'either',
  value: ({ asset, amount }) => (isNative(asset) ? amount : 0n),
  approvals,
})

const bulkDeposit = defineAction({
  route: 'teller/bulk_deposit',
  name: 'Bulk deposit',
  description: 'Enters another vault as one of its solvers: the shares are not locked.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: { teller: tellerAccount, asset, vault: sharesOf, amount, minimum: minimumShares },
  signature:
    'bulkDeposit(address depositAsset, uint256 depositAmount, uint256 minimumMint, address to)',
  rules,
  target: 'teller',
  arguments: ({ asset, amount, minimum, self }) => [asset, amount, minimum, self],
  approvals,
})

const shares = {
  kind: 'amount',
  unit: 'vault',
  all: 'balance',
  describe: 'How many shares to give back',
} as const

const bulkWithdraw = defineAction({
  route: 'teller/bulk_withdraw',
  name: 'Bulk withdraw',
  description: 'Leaves another vault as one of its solvers.',
  sentence: 'Withdraw {shares} as {asset}',
  parameters: { teller: tellerAccount, asset, vault: sharesOf, shares, minimum: minimumAssets },
  signature:
    'bulkWithdraw(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)',
  rules,
  target: 'teller',
  arguments: ({ asset, shares, minimum, self }) => [asset, shares, minimum, self],
})

const withdraw = defineAction({
  route: 'teller/withdraw',
  name: 'Withdraw',
  description: 'Leaves another vault at once, where its teller pays out.',
  sentence: 'Withdraw {shares} as {asset}',
  parameters: { teller: tellerAccount, asset, vault: sharesOf, shares, minimum: minimumAssets },
  signature:
    'withdraw(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)',
  rules,
  target: 'teller',
  arguments: ({ asset, shares, minimum, self }) => [asset, shares, minimum, self],
})

/** The actions of a strategist with the teller of another vault on the same chain. */
const tellerActions = [deposit, depositWithReferrer, bulkDeposit, bulkWithdraw, withdraw] as const

/** Vault teller. */
export const protocol = {
  name: 'teller',
  title: 'Vault teller',
  appUrl: null,
  decoders: [teller],
  actions: [...tellerActions, ...tellerBridgeActions],
  price: 'rate',
  unquoted: {
    bridge: ['bridge', 'deposit_and_bridge', 'deposit_and_bridge_with_referrer'],
    counted_output: ['deposit_with_referrer'],
  },
} as const satisfies Protocol
