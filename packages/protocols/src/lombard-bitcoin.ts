import type { DecoderRules } from '@vaultwright/manager'
import { type Action, defineAction } from './action/action.ts'

/** A Bitcoin token issued by Lombard, as its protocol names it. */
export type LombardBitcoin = {
  /** Of the protocol: `btc_b`. */
  readonly name: string
  /** For people: `BTC.b`. */
  readonly title: string
  readonly rules: readonly DecoderRules[]
}

const payload = {
  kind: 'bytes',
  describe: 'Deposit as the notaries signed it: it names chain, receiver and amount',
} as const

const proof = { kind: 'bytes', describe: 'Signatures of the notaries' } as const

/**
 * Makes the actions of a Bitcoin token issued by Lombard. The receiver of `mint` is in the signed payload
 * and is not bound by the leaf.
 *
 * Source: Lombard asset router.
 */
export function lombardBitcoinActions({ name, title, rules }: LombardBitcoin): readonly Action[] {
  const btc = { kind: 'token', describe: title } as const
  return [
    defineAction({
      route: `${name}/deposit`,
      name: 'Deposit',
      description: `Hands a wrapped bitcoin in for ${title}.`,
      sentence: 'Deposit {amount} into {btc}',
      parameters: {
        btc,
        token: { kind: 'token', describe: 'Wrapped bitcoin that is handed in' },
        amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to hand in' },
      },
      signature: 'deposit(uint256 amount)',
      rules,
      target: 'btc',
      arguments: ({ amount }) => [amount],
      approvals: [{ token: 'token', spender: 'btc', amount: 'amount' }],
    }),
    defineAction({
      route: `${name}/redeem`,
      name: 'Redeem',
      description: `Gives ${title} back for the bitcoin behind it.`,
      sentence: 'Redeem {amount}',
      parameters: {
        btc,
        amount: { kind: 'amount', unit: 'btc', all: 'balance', describe: 'How much to give back' },
      },
      signature: 'redeem(uint256 amount)',
      rules,
      target: 'btc',
      arguments: ({ amount }) => [amount],
    }),
    defineAction({
      route: `${name}/mint`,
      name: 'Mint',
      description: `Mints ${title} for a proven deposit; the payload names who receives it.`,
      sentence: 'Mint {btc} for a payload',
      parameters: { btc, payload, proof },
      signature: 'mint(bytes rawPayload, bytes proof)',
      rules,
      target: 'btc',
      arguments: ({ payload, proof }) => [payload, proof],
    }),
    defineAction({
      route: `${name}/mint_v1`,
      name: 'Mint by an old payload',
      description: `Mints ${title} for a proven deposit of the first kind; the payload names who receives it.`,
      sentence: 'Mint {btc} for an old payload',
      parameters: { btc, payload, proof },
      signature: 'mintV1(bytes rawPayload, bytes proof)',
      rules,
      target: 'btc',
      arguments: ({ payload, proof }) => [payload, proof],
    }),
  ]
}
