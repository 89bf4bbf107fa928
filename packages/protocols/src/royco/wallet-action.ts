import { defineAction } from '../action/action.ts'
import { roycoWeiroll } from './function.ts'

const hub = { kind: 'account', describe: 'Recipe market hub of Royco' } as const

const weirollWallet = { kind: 'account', describe: 'Weiroll wallet of the vault' } as const

const executeWithdrawal = defineAction({
  route: 'royco/execute_withdrawal',
  name: 'Withdraw from a wallet',
  description: 'Runs the withdrawal script of a Weiroll wallet.',
  sentence: 'Withdraw from {weiroll_wallet}',
  parameters: { hub, weiroll_wallet: weirollWallet },
  signature: 'executeWithdrawalScript(address weirollWallet)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({ weiroll_wallet }) => [weiroll_wallet],
  reads: ({ weiroll_wallet, self }) => ({ [`${weiroll_wallet}.owner()`]: self }),
})

const forfeit = defineAction({
  route: 'royco/forfeit',
  name: 'Forfeit rewards',
  description: 'Ends the lock of a Weiroll wallet and gives its rewards up.',
  sentence: 'Forfeit the rewards of {weiroll_wallet}',
  parameters: {
    hub,
    weiroll_wallet: weirollWallet,
    withdraw: {
      kind: 'flag',
      fallback: true,
      describe: 'Whether the withdrawal script runs as well',
    },
  },
  signature: 'forfeit(address weirollWallet, bool executeWithdrawal)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({ weiroll_wallet, withdraw }) => [weiroll_wallet, withdraw],
  reads: ({ weiroll_wallet, self }) => ({ [`${weiroll_wallet}.owner()`]: self }),
})

const claim = defineAction({
  route: 'royco/claim',
  name: 'Claim rewards',
  description: 'Claims the rewards of a Weiroll wallet into the vault.',
  sentence: 'Claim the rewards of {weiroll_wallet}',
  parameters: { hub, weiroll_wallet: weirollWallet },
  signature: 'claim(address weirollWallet, address to)',
  rules: [roycoWeiroll],
  target: 'hub',
  arguments: ({ weiroll_wallet, self }) => [weiroll_wallet, self],
  reads: ({ weiroll_wallet, self }) => ({ [`${weiroll_wallet}.owner()`]: self }),
})

const claimVaultRewards = defineAction({
  route: 'royco/claim_vault_rewards',
  name: 'Claim rewards of a vault',
  description: 'Claims the rewards of a wrapped vault of Royco into the vault.',
  sentence: 'Claim rewards from {vault}',
  parameters: { vault: { kind: 'account', describe: 'Wrapped vault of Royco' } },
  signature: 'claim(address to)',
  rules: [roycoWeiroll],
  target: 'vault',
  arguments: ({ self }) => [self],
})

const withdrawMerkle = defineAction({
  route: 'royco/withdraw_merkle',
  name: 'Withdraw a bridged deposit',
  description: 'Takes what was deposited from another chain out of a Weiroll wallet.',
  sentence: 'Withdraw deposit {nonce} from {weiroll_wallet}',
  parameters: {
    executor: { kind: 'account', describe: 'Deposit executor of Royco' },
    weiroll_wallet: weirollWallet,
    nonce: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Number of the deposit' },
    amount: {
      kind: 'amount',
      unit: { decimals: 0 },
      describe: 'Amount of the deposit on its chain, in base units',
    },
    proof: { kind: 'raw', type: 'bytes32[]', sample: [], describe: 'Proof of the deposit' },
  },
  signature:
    'withdrawMerkleDeposit(address _weirollWallet, uint256 merkleDepositNonce, uint256 amountDepositedOnSource, bytes32[] merkleProof)',
  rules: [roycoWeiroll],
  target: 'executor',
  arguments: ({ weiroll_wallet, nonce, amount, proof }) => [weiroll_wallet, nonce, amount, proof],
})

const merkleWithdraw = defineAction({
  route: 'royco/merkle_withdraw',
  name: 'Withdraw from the locker',
  description: 'Takes a deposit back that was not bridged.',
  sentence: 'Withdraw from {locker}',
  parameters: { locker: { kind: 'account', describe: 'Deposit locker of Royco' } },
  signature: 'merkleWithdraw()',
  rules: [roycoWeiroll],
  target: 'locker',
  arguments: () => [],
})

const safeDeposit = defineAction({
  route: 'royco/safe_deposit',
  name: 'Deposit into a wrapped vault',
  description: 'Puts an asset into a wrapped vault for at least some shares.',
  sentence: 'Deposit {amount} into {vault} for at least {minimum}',
  parameters: {
    vault: { kind: 'token', describe: 'Wrapped vault of Royco' },
    asset: {
      kind: 'token',
      fact: { of: 'vault', call: 'asset()', returns: '(address)' },
      describe: 'Asset of the vault',
    },
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
    minimum: { kind: 'minimum', unit: 'vault', describe: 'Minimum shares to receive' },
  },
  signature: 'safeDeposit(uint256 assets, address receiver, uint256 minShares)',
  rules: [roycoWeiroll],
  target: 'vault',
  arguments: ({ amount, minimum, self }) => [amount, self, minimum],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

/** Wallet actions of Royco. */
export const walletActions = [
  executeWithdrawal,
  forfeit,
  claim,
  claimVaultRewards,
  withdrawMerkle,
  merkleWithdraw,
  safeDeposit,
] as const
