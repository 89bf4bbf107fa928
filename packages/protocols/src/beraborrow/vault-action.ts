import { defineAction } from '../action/action.ts'
import { beraborrow } from './function.ts'

const vault = { kind: 'token', describe: 'Vault of Beraborrow, whose shares are a token' } as const

const asset = {
  kind: 'token',
  fact: { of: 'vault', call: 'asset()', returns: '(address)' },
  describe: 'Asset of the vault',
} as const

const epoch = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Epoch of the request',
} as const

const deposit = defineAction({
  route: 'beraborrow/deposit',
  name: 'Deposit',
  description: 'Puts an asset into a managed vault of Beraborrow.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
    minimum_shares: { kind: 'minimum', unit: 'vault', describe: 'Minimum shares to receive' },
    minimum_collateral_shares: {
      kind: 'minimum',
      unit: 'vault',
      describe: 'Minimum shares of the collateral vault beneath',
    },
    upper_hint: { kind: 'account', describe: 'Den that stands above in the list, as a hint' },
    lower_hint: { kind: 'account', describe: 'Den that stands below in the list, as a hint' },
  },
  signature:
    'deposit(uint256 assets, address receiver, (address upperHint, address lowerHint, uint256 minSharesOut, uint256 minCollVaultShares) addCollParams)',
  rules: [beraborrow],
  target: 'vault',
  arguments: ({
    amount,
    minimum_shares,
    minimum_collateral_shares,
    upper_hint,
    lower_hint,
    self,
  }) => [amount, self, [upper_hint, lower_hint, minimum_shares, minimum_collateral_shares]],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

const redeemIntent = defineAction({
  route: 'beraborrow/redeem_intent',
  name: 'Request a withdrawal',
  description: 'Gives shares of a managed vault back at the end of the epoch.',
  sentence: 'Request withdrawal of {shares} from {vault}',
  parameters: {
    vault,
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      describe: 'How many shares to give back',
    },
  },
  signature: 'redeemIntent(uint256 shares, address receiver, address owner)',
  rules: [beraborrow],
  target: 'vault',
  arguments: ({ shares, self }) => [shares, self, self],
})

const cancelWithdrawal = defineAction({
  route: 'beraborrow/cancel_withdrawal',
  name: 'Cancel a withdrawal',
  description: 'Takes shares of a requested withdrawal back.',
  sentence: 'Cancel withdrawal of {shares} in epoch {epoch}',
  parameters: {
    vault,
    epoch,
    shares: { kind: 'amount', unit: 'vault', describe: 'How many shares to take back' },
  },
  signature: 'cancelWithdrawalIntent(uint256 epoch, uint256 sharesToCancel, address receiver)',
  rules: [beraborrow],
  target: 'vault',
  arguments: ({ epoch, shares, self }) => [epoch, shares, self],
})

const withdraw = defineAction({
  route: 'beraborrow/withdraw',
  name: 'Withdraw',
  description: 'Collects what a requested withdrawal has earned.',
  sentence: 'Withdraw from epoch {epoch} of {vault} for at least {minimum}',
  parameters: {
    vault,
    asset,
    epoch,
    swapper: {
      kind: 'account',
      describe: 'Contract that would swap what comes out; the payload is always empty',
    },
    minimum: { kind: 'minimum', unit: 'asset', describe: 'Minimum to receive' },
  },
  signature:
    'withdrawFromEpoch(uint256 epoch, address receiver, (address swapper, bytes payload, uint256 minOut) unwrapParams)',
  rules: [beraborrow],
  target: 'vault',
  arguments: ({ epoch, swapper, minimum, self }) => [epoch, self, [swapper, '0x', minimum]],
})

/** Vault actions of Beraborrow. */
export const vaultActions = [deposit, redeemIntent, cancelWithdrawal, withdraw] as const
