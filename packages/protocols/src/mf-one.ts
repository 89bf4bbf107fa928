import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Midas mF-ONE: deposits and redemptions, instant or by request.
 *
 * Source: Midas DepositVault and RedemptionVault; what the decoder packs was observed.
 */
export const mfOne = {
  decoder: 'MFOne',
  inherits: [],
  functions: [
    {
      signature:
        'depositInstant(address tokenIn, uint256 amountToken, uint256 minReceiveAmount, bytes32 referrerId)',
      packs: 'tokenIn, hi16(referrerId), lo16(referrerId)',
    },
    {
      signature: 'depositRequest(address tokenIn, uint256 amountToken, bytes32 referrerId)',
      packs: 'tokenIn, hi16(referrerId), lo16(referrerId)',
    },
    { signature: 'redeemFiatRequest(uint256 amountMTokenIn)', packs: '' },
    {
      signature:
        'redeemInstant(address tokenOut, uint256 amountMTokenIn, uint256 minReceiveAmount)',
      packs: 'tokenOut',
    },
    { signature: 'redeemRequest(address tokenOut, uint256 amountMTokenIn)', packs: 'tokenOut' },
  ],
} as const satisfies DecoderRules

const deposits = { kind: 'account', describe: 'Deposit vault of Midas' } as const

const tokenIn = { kind: 'token', describe: 'Token to hand in' } as const

const mToken = { kind: 'token', describe: 'mF-ONE' } as const

const amount = {
  kind: 'amount',
  unit: { decimals: 18 },
  describe: 'How much to hand in, counted with 18 decimals',
} as const

const pulled = {
  kind: 'amount',
  unit: 'token_in',
  describe: 'The most that the vault of Midas may pull',
} as const

const referrer = { kind: 'word', describe: 'Identifier of who referred the deposit' } as const

const redemptions = { kind: 'account', describe: 'Redemption vault of Midas' } as const

const tokenOut = { kind: 'token', describe: 'Token to receive' } as const

const amountParameter = {
  kind: 'amount',
  unit: 'm_token',
  all: 'balance',
  describe: 'How much to give back',
} as const

const depositInstant = defineAction({
  route: 'mf_one/deposit_instant',
  name: 'Deposit at once',
  description: 'Hands a token in for mF-ONE at once.',
  sentence: 'Deposit {amount} of {token_in} for at least {minimum}',
  parameters: {
    deposits,
    token_in: tokenIn,
    m_token: mToken,
    amount,
    pulled,
    minimum: { kind: 'minimum', unit: 'm_token', describe: 'Minimum to receive' },
    referrer,
  },
  signature:
    'depositInstant(address tokenIn, uint256 amountToken, uint256 minReceiveAmount, bytes32 referrerId)',
  rules: [mfOne],
  target: 'deposits',
  arguments: ({ token_in, amount, minimum, referrer }) => [token_in, amount, minimum, referrer],
  approvals: [{ token: 'token_in', spender: 'deposits', amount: 'pulled' }],
})

const depositRequest = defineAction({
  route: 'mf_one/deposit_request',
  name: 'Request a deposit',
  description: 'Hands a token in for mF-ONE that is minted later.',
  sentence: 'Request a deposit of {amount} of {token_in}',
  parameters: { deposits, token_in: tokenIn, amount, pulled, referrer },
  signature: 'depositRequest(address tokenIn, uint256 amountToken, bytes32 referrerId)',
  rules: [mfOne],
  target: 'deposits',
  arguments: ({ token_in, amount, referrer }) => [token_in, amount, referrer],
  approvals: [{ token: 'token_in', spender: 'deposits', amount: 'pulled' }],
})

const redeemInstant = defineAction({
  route: 'mf_one/redeem_instant',
  name: 'Redeem at once',
  description: 'Gives mF-ONE back for a token at once.',
  sentence: 'Redeem {amount} for at least {minimum} of {token_out}',
  parameters: {
    redemptions,
    token_out: tokenOut,
    m_token: mToken,
    amount: amountParameter,
    minimum: {
      kind: 'minimum',
      unit: { decimals: 18 },
      describe: 'Minimum to receive, counted with 18 decimals',
    },
  },
  signature: 'redeemInstant(address tokenOut, uint256 amountMTokenIn, uint256 minReceiveAmount)',
  rules: [mfOne],
  target: 'redemptions',
  arguments: ({ token_out, amount, minimum }) => [token_out, amount, minimum],
  approvals: [{ token: 'm_token', spender: 'redemptions', amount: 'amount' }],
})

const redeemRequest = defineAction({
  route: 'mf_one/redeem_request',
  name: 'Request a redemption',
  description: 'Gives mF-ONE back for a token that is paid later.',
  sentence: 'Request redemption of {amount} for {token_out}',
  parameters: { redemptions, token_out: tokenOut, m_token: mToken, amount: amountParameter },
  signature: 'redeemRequest(address tokenOut, uint256 amountMTokenIn)',
  rules: [mfOne],
  target: 'redemptions',
  arguments: ({ token_out, amount }) => [token_out, amount],
  approvals: [{ token: 'm_token', spender: 'redemptions', amount: 'amount' }],
})

const redeemFiat = defineAction({
  route: 'mf_one/redeem_fiat',
  name: 'Request a redemption for fiat money',
  description: 'Gives mF-ONE back for money that is paid to a bank account.',
  sentence: 'Request redemption of {amount} for fiat money',
  parameters: {
    redemptions,
    m_token: mToken,
    amount: { kind: 'amount', unit: 'm_token', describe: 'How much to give back' },
  },
  signature: 'redeemFiatRequest(uint256 amountMTokenIn)',
  rules: [mfOne],
  target: 'redemptions',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'm_token', spender: 'redemptions', amount: 'amount' }],
})

/** The actions of a strategist with mF-ONE. */
const mfOneActions = [
  depositInstant,
  depositRequest,
  redeemInstant,
  redeemRequest,
  redeemFiat,
] as const

/** mF-ONE. */
export const protocol = {
  name: 'mf_one',
  title: 'mF-ONE',
  appUrl: null,
  decoders: [mfOne],
  actions: mfOneActions,
  price: 'rate',
  unquoted: {
    paid_later: ['redeem_request'],
    own_rate: ['deposit_instant', 'redeem_instant'],
  },
} as const satisfies Protocol
