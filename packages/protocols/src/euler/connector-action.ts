import { encodeCall, parseSignature } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { AccountParameter, TokenParameter } from '../action/parameter.ts'
import { eulerEvk } from './function.ts'

const evc = {
  kind: 'account',
  role: 'evc',
  describe: 'Ethereum Vault Connector',
} as const satisfies AccountParameter

const account = {
  kind: 'account',
  describe:
    'Account of the connector: the vault that acts, or a sub-account that differs from it in the last byte only',
} as const satisfies AccountParameter

const vault = { kind: 'token', describe: 'Vault of Euler' } as const satisfies TokenParameter

const asset = {
  kind: 'token',
  fact: { of: 'vault', call: 'asset()', returns: '(address)' },
  describe: 'Token that the vault lends',
} as const satisfies TokenParameter

const rules = [eulerEvk] as const
const callSignature =
  'call(address targetContract, address onBehalfOfAccount, uint256 value, bytes data)'
const borrowFunction = parseSignature('borrow(uint256 amount, address receiver)')
const withdrawFunction = parseSignature('withdraw(uint256 amount, address receiver, address owner)')
const redeemFunction = parseSignature('redeem(uint256 amount, address receiver, address owner)')

const enableController = defineAction({
  route: 'euler/enable_controller',
  name: 'Enable controller',
  description: 'Lets a vault of Euler that lends hold the collateral of an account to account.',
  sentence: 'Enable {vault} as controller of {account}',
  parameters: { evc, account, vault },
  signature: 'enableController(address account, address vault)',
  rules,
  target: 'evc',
  arguments: ({ account, vault }) => [account, vault],
})

const enableCollateral = defineAction({
  route: 'euler/enable_collateral',
  name: 'Enable collateral',
  description: 'Makes what an account holds in a vault of Euler its collateral.',
  sentence: 'Enable {vault} as collateral of {account}',
  parameters: { evc, account, vault },
  signature: 'enableCollateral(address account, address vault)',
  rules,
  target: 'evc',
  arguments: ({ account, vault }) => [account, vault],
})

const disableCollateral = defineAction({
  route: 'euler/disable_collateral',
  name: 'Disable collateral',
  description: 'Makes what an account holds in a vault of Euler no longer its collateral.',
  sentence: 'Disable {vault} as collateral of {account}',
  parameters: { evc, account, vault },
  signature: 'disableCollateral(address account, address vault)',
  rules,
  target: 'evc',
  arguments: ({ account, vault }) => [account, vault],
})

const borrowFor = defineAction({
  route: 'euler/borrow_for_account',
  name: 'Borrow for an account',
  description: 'Borrows through the connector, so that a sub-account owes the debt.',
  sentence: 'Borrow {amount} from {vault} for {account}',
  parameters: {
    evc,
    account,
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to borrow' },
  },
  signature: callSignature,
  rules,
  target: 'evc',
  arguments: ({ vault, account, amount, self }) => [
    vault,
    account,
    0n,
    encodeCall(borrowFunction, [amount, self]),
  ],
})

const withdrawFor = defineAction({
  route: 'euler/withdraw_for_account',
  name: 'Withdraw for an account',
  description: 'Takes an exact amount of what a sub-account has lent through the connector.',
  sentence: 'Withdraw {amount} from {vault} for {account}',
  parameters: {
    evc,
    account,
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
  },
  signature: callSignature,
  rules,
  target: 'evc',
  arguments: ({ vault, account, amount, self }) => [
    vault,
    account,
    0n,
    encodeCall(withdrawFunction, [amount, self, account]),
  ],
})

const redeemFor = defineAction({
  route: 'euler/redeem_for_account',
  name: 'Redeem for an account',
  description: 'Gives shares of a sub-account back through the connector.',
  sentence: 'Redeem {shares} for {account}',
  parameters: {
    evc,
    account,
    vault,
    shares: {
      kind: 'amount',
      unit: 'vault',
      takesMax: true,
      describe: 'How many shares to give back; max for all',
    },
  },
  signature: callSignature,
  rules,
  target: 'evc',
  arguments: ({ vault, account, shares, self }) => [
    vault,
    account,
    0n,
    encodeCall(redeemFunction, [shares, self, account]),
  ],
})

/** The actions of a strategist through the connector of Euler. */
export const eulerConnectorActions = [
  enableController,
  enableCollateral,
  disableCollateral,
  borrowFor,
  withdrawFor,
  redeemFor,
] as const
