import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Collateral tokens of Symbiotic.
 *
 * Source: Symbiotic ICollateral, IDefaultCollateral.
 */
export const symbiotic = {
  decoder: 'Symbiotic',
  functions: [
    { signature: 'deposit(address recipient, uint256 amount)', packs: 'recipient' },
    { signature: 'issueDebt(address recipient, uint256 amount)', packs: 'recipient' },
    { signature: 'withdraw(address recipient, uint256 amount)', packs: 'recipient' },
  ],
} as const satisfies DecoderRules

/**
 * Vaults and staker rewards of Symbiotic.
 *
 * Source: Symbiotic IVault, IStakerRewards.
 */
export const symbioticVault = {
  decoder: 'SymbioticVault',
  functions: [
    { signature: 'claim(address recipient, uint256 epoch)', packs: 'recipient' },
    { signature: 'claimBatch(address recipient, uint256[] epochs)', packs: 'recipient' },
    { signature: 'claimRewards(address recipient, address token, bytes data)', packs: 'recipient' },
    { signature: 'deposit(address onBehalfOf, uint256 amount)', packs: 'onBehalfOf' },
    { signature: 'withdraw(address claimer, uint256 amount)', packs: 'claimer' },
  ],
} as const satisfies DecoderRules

const collateral = {
  kind: 'token',
  describe: 'Collateral token of Symbiotic, or a vault of Symbiotic',
} as const satisfies TokenParameter

const asset = {
  kind: 'token',
  fact: { of: 'collateral', call: 'asset()', returns: '(address)' },
  describe: 'Token that is restaked',
} as const satisfies TokenParameter

const vault = {
  kind: 'account',
  describe: 'Vault or rewards contract of Symbiotic',
} as const satisfies AccountParameter

/** Collateral tokens and vaults have the same functions. */
const rules = [symbiotic, symbioticVault] as const

const epoch = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  describe: 'Epoch of the withdrawal',
} as const

const deposit = defineAction({
  route: 'symbiotic/deposit',
  name: 'Deposit',
  description: 'Restakes an asset for a collateral token, or in a vault.',
  sentence: 'Deposit {amount} into {collateral}',
  parameters: {
    collateral,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'deposit(address recipient, uint256 amount)',
  rules,
  target: 'collateral',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'asset', spender: 'collateral', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'symbiotic/withdraw',
  name: 'Withdraw',
  description: 'Gives a collateral token back for its asset, or starts to leave a vault.',
  sentence: 'Withdraw {amount} from {collateral}',
  parameters: {
    collateral,
    // A vault counts in what was restaked, and is not a token; a collateral token stands one for one.
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
  },
  signature: 'withdraw(address recipient, uint256 amount)',
  rules,
  target: 'collateral',
  arguments: ({ self, amount }) => [self, amount],
})

const claim = defineAction({
  route: 'symbiotic/claim',
  name: 'Claim a withdrawal',
  description: 'Collects what has left a vault in one epoch.',
  sentence: 'Claim epoch {epoch} of {vault}',
  parameters: { vault, epoch },
  signature: 'claim(address recipient, uint256 epoch)',
  rules: [symbioticVault],
  target: 'vault',
  arguments: ({ self, epoch }) => [self, epoch],
})

const claimBatch = defineAction({
  route: 'symbiotic/claim_batch',
  name: 'Claim withdrawals',
  description: 'Collects what has left a vault in several epochs.',
  sentence: 'Claim epochs {epochs} of {vault}',
  parameters: {
    vault,
    epochs: { ...epoch, kind: 'integers', describe: 'Epochs of the withdrawals' },
  },
  signature: 'claimBatch(address recipient, uint256[] epochs)',
  rules: [symbioticVault],
  target: 'vault',
  arguments: ({ self, epochs }) => [self, epochs],
})

const claimRewards = defineAction({
  route: 'symbiotic/claim_rewards',
  name: 'Claim rewards',
  description: 'Claims the rewards that a stake has earned in one token.',
  sentence: 'Claim {token} rewards from {vault}',
  parameters: {
    vault,
    token: { kind: 'token', describe: 'Token that is paid' },
    data: { kind: 'bytes', describe: 'What the rewards contract wants to know' },
  },
  signature: 'claimRewards(address recipient, address token, bytes data)',
  rules: [symbioticVault],
  target: 'vault',
  arguments: ({ self, token, data }) => [self, token, data],
})

const issueDebt = defineAction({
  route: 'symbiotic/issue_debt',
  name: 'Issue debt',
  description: 'Turns collateral of Symbiotic into a debt that its issuer repays later.',
  sentence: 'Issue a debt of {amount}',
  parameters: {
    collateral: { kind: 'token', describe: 'Collateral token of Symbiotic' },
    amount: { kind: 'amount', unit: 'collateral', describe: 'How much collateral' },
  },
  signature: 'issueDebt(address recipient, uint256 amount)',
  rules: [symbiotic],
  target: 'collateral',
  arguments: ({ amount, self }) => [self, amount],
})

/** The actions of a strategist with Symbiotic. */
const symbioticActions = [deposit, withdraw, claim, claimBatch, claimRewards, issueDebt] as const

/** Symbiotic. */
export const protocol = {
  name: 'symbiotic',
  title: 'Symbiotic',
  appUrl: null,
  decoders: [symbiotic, symbioticVault],
  actions: symbioticActions,
  unquoted: {
    stake: ['deposit', 'withdraw'],
  },
} as const satisfies Protocol
