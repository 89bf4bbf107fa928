import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, TokenParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Karak: deposits, shares and withdrawals of exactly one vault at a time.
 *
 * Source: Karak VaultSupervisor and DelegationSupervisor; what the decoder packs was observed.
 */
export const karak = {
  decoder: 'Karak',
  inherits: [],
  functions: [
    { signature: 'deposit(address vault, uint256 amount, uint256 minSharesOut)', packs: 'vault' },
    {
      signature:
        'finishWithdraw((address staker, address delegatedTo, uint256 nonce, uint256 start, (address[] vaults, uint256[] shares, address withdrawer) request)[] startedWithdrawals)',
      packs: 'startedWithdrawals[].(staker, delegatedTo, request.vaults[], request.withdrawer)',
      checks: [
        'length(startedWithdrawals) == 1',
        'length(startedWithdrawals[].request.vaults) == 1',
        'length(startedWithdrawals[].request.shares) == 1',
      ],
    },
    { signature: 'gimmieShares(address vault, uint256 shares)', packs: 'vault' },
    { signature: 'returnShares(address vault, uint256 shares)', packs: 'vault' },
    {
      signature:
        'startWithdraw((address[] vaults, uint256[] shares, address withdrawer)[] requests)',
      packs: 'requests[].(vaults[], withdrawer)',
      checks: [
        'length(requests) == 1',
        'length(requests[].vaults) == 1',
        'length(requests[].shares) == 1',
      ],
    },
  ],
} as const satisfies DecoderRules

const supervisor = {
  kind: 'account',
  role: 'vault_supervisor',
  describe: 'Vault supervisor of Karak',
} as const satisfies AccountParameter

const delegation = {
  kind: 'account',
  role: 'delegation_supervisor',
  describe: 'Delegation supervisor of Karak',
} as const satisfies AccountParameter

const vault = {
  kind: 'token',
  describe: 'Vault of Karak; it is the token of its own shares',
} as const satisfies TokenParameter

const rules = [karak] as const

const deposit = defineAction({
  route: 'karak/deposit',
  name: 'Deposit',
  description: 'Restakes an asset in a vault of Karak.',
  sentence: 'Deposit {amount} into {vault} for at least {min_shares}',
  parameters: {
    supervisor,
    vault,
    asset: {
      kind: 'token',
      fact: { of: 'vault', call: 'asset()', returns: '(address)' },
      describe: 'Token that the vault holds',
    },
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
    min_shares: {
      kind: 'minimum',
      unit: 'vault',
      quote: ({ vault, amount }) => ({
        to: vault as `0x${string}`,
        call: 'previewDeposit(uint256)',
        arguments: [amount!],
        returns: '(uint256)',
      }),
      describe: 'Minimum shares that must come out',
    },
  },
  signature: 'deposit(address vault, uint256 amount, uint256 minSharesOut)',
  rules,
  target: 'supervisor',
  arguments: ({ vault, amount, min_shares }) => [vault, amount, min_shares],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

const gimmieShares = defineAction({
  route: 'karak/gimmie_shares',
  name: 'Take shares out',
  description: 'Takes shares that the supervisor keeps into the vault.',
  sentence: 'Take {shares} from {supervisor}',
  parameters: {
    supervisor,
    vault,
    shares: { kind: 'amount', unit: 'vault', describe: 'How many shares to take' },
  },
  signature: 'gimmieShares(address vault, uint256 shares)',
  rules,
  target: 'supervisor',
  arguments: ({ vault, shares }) => [vault, shares],
})

const returnShares = defineAction({
  route: 'karak/return_shares',
  name: 'Return shares',
  description: 'Gives shares that the vault holds back to the supervisor.',
  sentence: 'Return {shares} to {supervisor}',
  parameters: {
    supervisor,
    vault,
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      describe: 'How many shares to give back',
    },
  },
  signature: 'returnShares(address vault, uint256 shares)',
  rules,
  target: 'supervisor',
  arguments: ({ vault, shares }) => [vault, shares],
  approvals: [{ token: 'vault', spender: 'supervisor', amount: 'shares' }],
})

const startWithdraw = defineAction({
  route: 'karak/start_withdraw',
  name: 'Start a withdrawal',
  description: 'Queues shares that the supervisor keeps for withdrawal.',
  sentence: 'Start withdrawal of {shares} from {delegation_supervisor}',
  parameters: {
    delegation_supervisor: delegation,
    vault,
    shares: { kind: 'amount', unit: 'vault', describe: 'How many shares to withdraw' },
  },
  signature: 'startWithdraw((address[] vaults, uint256[] shares, address withdrawer)[] requests)',
  rules,
  target: 'delegation_supervisor',
  arguments: ({ vault, shares, self }) => [[[[vault], [shares], self]]],
})

const finishWithdraw = defineAction({
  route: 'karak/finish_withdraw',
  name: 'Finish a withdrawal',
  description: 'Collects the asset of a queued withdrawal.',
  sentence: 'Finish withdrawal of {shares} from {delegation_supervisor}',
  parameters: {
    delegation_supervisor: delegation,
    vault,
    delegated_to: {
      kind: 'account',
      describe: 'Operator at the time of the request, as its event tells; the zero address if none',
    },
    shares: { kind: 'amount', unit: 'vault', describe: 'Shares of the request' },
    nonce: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'Number of the request, as its event tells',
    },
    start: {
      kind: 'integer',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: 'When it was requested, as its event tells: unix seconds',
    },
  },
  signature:
    'finishWithdraw((address staker, address delegatedTo, uint256 nonce, uint256 start, (address[] vaults, uint256[] shares, address withdrawer) request)[] startedWithdrawals)',
  rules,
  target: 'delegation_supervisor',
  arguments: ({ self, delegated_to, nonce, start, vault, shares }) => [
    [[self, delegated_to, nonce, start, [[vault], [shares], self]]],
  ],
})

/** The actions of a strategist with Karak. */
const karakActions = [deposit, gimmieShares, returnShares, startWithdraw, finishWithdraw] as const

/** Karak. */
export const protocol = {
  name: 'karak',
  title: 'Karak',
  appUrl: null,
  decoders: [karak],
  actions: karakActions,
  unquoted: {
    stake: ['deposit'],
  },
} as const satisfies Protocol
