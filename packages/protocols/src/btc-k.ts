import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * BTCK, a Bitcoin token issued by Lombard. The receiver of `mint` sits in the signed payload and
 * is not bound by the leaf.
 *
 * Source: Lombard asset router.
 */
export const btcK = {
  decoder: 'BTCK',
  functions: [
    { signature: 'deposit(uint256 amount)', packs: '' },
    { signature: 'mint(bytes rawPayload, bytes proof)', packs: '' },
    { signature: 'mintV1(bytes rawPayload, bytes proof)', packs: '' },
    { signature: 'redeem(uint256 amount)', packs: '' },
  ],
} as const satisfies DecoderRules

const btc = { kind: 'token', describe: 'BTCK' } as const

const payload = {
  kind: 'bytes',
  describe: 'Deposit as the notaries signed it: it names chain, receiver and amount',
} as const

const proof = { kind: 'bytes', describe: 'Signatures of the notaries' } as const

const deposit = defineAction({
  route: 'btc_k/deposit',
  name: 'Deposit',
  description: 'Hands a wrapped bitcoin in for BTCK.',
  sentence: 'Deposit {amount} into {btc}',
  parameters: {
    btc,
    token: { kind: 'token', describe: 'Wrapped bitcoin that is handed in' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to hand in' },
  },
  signature: 'deposit(uint256 amount)',
  rules: [btcK],
  target: 'btc',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'token', spender: 'btc', amount: 'amount' }],
})

const redeem = defineAction({
  route: 'btc_k/redeem',
  name: 'Redeem',
  description: 'Gives BTCK back for the bitcoin behind it.',
  sentence: 'Redeem {amount}',
  parameters: {
    btc,
    amount: { kind: 'amount', unit: 'btc', all: 'balance', describe: 'How much to give back' },
  },
  signature: 'redeem(uint256 amount)',
  rules: [btcK],
  target: 'btc',
  arguments: ({ amount }) => [amount],
})

const mint = defineAction({
  route: 'btc_k/mint',
  name: 'Mint',
  description: 'Mints BTCK for a proven deposit; the payload names who receives it.',
  sentence: 'Mint {btc} for a payload',
  parameters: { btc, payload, proof },
  signature: 'mint(bytes rawPayload, bytes proof)',
  rules: [btcK],
  target: 'btc',
  arguments: ({ payload, proof }) => [payload, proof],
})

const mintV1 = defineAction({
  route: 'btc_k/mint_v1',
  name: 'Mint by an old payload',
  description:
    'Mints BTCK for a proven deposit of the first kind; the payload names who receives it.',
  sentence: 'Mint {btc} for an old payload',
  parameters: { btc, payload, proof },
  signature: 'mintV1(bytes rawPayload, bytes proof)',
  rules: [btcK],
  target: 'btc',
  arguments: ({ payload, proof }) => [payload, proof],
})

/** What a strategist can do with BTCK. */
const btcKActions = [deposit, redeem, mint, mintV1] as const

/** BTCK. */
export const protocol = {
  name: 'btc_k',
  title: 'BTCK',
  appUrl: null,
  decoders: [btcK],
  actions: btcKActions,
} as const satisfies Protocol
