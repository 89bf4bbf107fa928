import { zeroAddress } from '@vaultwright/base'
import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The decentralised-validator vault of Mellow: a deposit is of one token, whichever form it has.
 *
 * Source: Mellow Vault and DepositWrapper; what the decoder packs was observed.
 */
export const dvSteth = {
  decoder: 'DvStETH',
  inherits: [],
  reads: {
    underlyingTokens: {
      contract: 'the vault that the decoder was made for',
      function: 'underlyingTokens()',
      returns: '(address[] tokens)',
    },
  },
  functions: [
    { signature: 'cancelWithdrawalRequest()', packs: '' },
    {
      signature:
        'deposit(address depositToken, uint256 amount, address vault, address receiver, address referral)',
      packs: 'depositToken, vault, receiver, referral',
    },
    {
      signature:
        'deposit(address to, uint256[] amounts, uint256 minLpAmount, uint256 deadline, uint256 referralCode)',
      packs: 'nonzero(amounts) == 0 ? ZERO : underlyingTokens()[only(amounts)], to',
    },
    { signature: 'emergencyWithdraw(uint256[] minAmounts, uint256 deadline)', packs: '' },
    {
      signature:
        'registerWithdrawal(address to, uint256 lpAmount, uint256[] minAmounts, uint256 deadline, uint256 requestDeadline, bool closePrevious)',
      packs: 'to',
    },
  ],
} as const satisfies DecoderRules

const vault = { kind: 'token', describe: 'Vault of Mellow: DVstETH' } as const

const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const

const tokens = { kind: 'tokens', describe: 'Underlying tokens of the vault, in its order' } as const

const minimums = {
  kind: 'minimums',
  unit: 'tokens',
  describe: 'Minimum of each underlying token',
} as const

const depositWrapped = defineAction({
  route: 'dv_steth/deposit_wrapped',
  name: 'Deposit through the wrapper',
  description: 'Hands ETH in any form to the wrapper for shares.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    wrapper: { kind: 'account', describe: 'Deposit wrapper of Mellow' },
    token: {
      kind: 'token',
      describe: 'Token that is deposited: ETH as the zero address, WETH, stETH or wstETH',
    },
    vault,
    referral: { kind: 'account', describe: 'Who referred the deposit; the zero address for none' },
    amount: { kind: 'amount', unit: 'token', describe: 'How much to deposit' },
  },
  signature:
    'deposit(address depositToken, uint256 amount, address vault, address receiver, address referral)',
  rules: [dvSteth],
  target: 'wrapper',
  arguments: ({ token, vault, referral, amount, self }) => [token, amount, vault, self, referral],
  sends: 'either',
  value: ({ token, amount }) => (token === zeroAddress ? amount : 0n),
  approvals: [{ token: 'token', spender: 'wrapper', amount: 'amount' }],
})

const requestWithdrawal = defineAction({
  route: 'dv_steth/request_withdrawal',
  name: 'Request a withdrawal',
  description: 'Queues shares for withdrawal.',
  sentence: 'Request withdrawal of {shares}',
  parameters: {
    vault,
    tokens,
    shares: { kind: 'amount', unit: 'vault', all: 'balance', describe: 'How many shares' },
    minimums,
    deadline,
    request_deadline: {
      kind: 'deadline',
      fallback: 604800n,
      describe: 'Seconds from now after which the request is void',
    },
    close_previous: {
      kind: 'flag',
      fallback: true,
      describe: 'Whether an earlier request is closed',
    },
  },
  signature:
    'registerWithdrawal(address to, uint256 lpAmount, uint256[] minAmounts, uint256 deadline, uint256 requestDeadline, bool closePrevious)',
  rules: [dvSteth],
  target: 'vault',
  arguments: ({ shares, minimums, deadline, request_deadline, close_previous, self }) => [
    self,
    shares,
    minimums,
    deadline,
    request_deadline,
    close_previous,
  ],
})

const cancelWithdrawal = defineAction({
  route: 'dv_steth/cancel_withdrawal',
  name: 'Cancel a withdrawal',
  description: 'Takes queued shares back.',
  sentence: 'Cancel the withdrawal from {vault}',
  parameters: { vault },
  signature: 'cancelWithdrawalRequest()',
  rules: [dvSteth],
  target: 'vault',
  arguments: () => [],
})

const emergencyWithdraw = defineAction({
  route: 'dv_steth/emergency_withdraw',
  name: 'Withdraw in an emergency',
  description: 'Takes the share of every token once a request has waited too long.',
  sentence: 'Withdraw from {vault} in an emergency',
  parameters: { vault, tokens, minimums, deadline },
  signature: 'emergencyWithdraw(uint256[] minAmounts, uint256 deadline)',
  rules: [dvSteth],
  target: 'vault',
  arguments: ({ minimums, deadline }) => [minimums, deadline],
})

/** The actions of a strategist with DVstETH. */
const dvStethActions = [
  depositWrapped,

  requestWithdrawal,
  cancelWithdrawal,
  emergencyWithdraw,
] as const

/** DVstETH. */
export const protocol = {
  name: 'dv_steth',
  title: 'DVstETH',
  appUrl: null,
  decoders: [dvSteth],
  actions: dvStethActions,
  price: 'rate',
  unquoted: {
    paid_later: ['deposit_wrapped', 'request_withdrawal', 'emergency_withdraw'],
  },
} as const satisfies Protocol
