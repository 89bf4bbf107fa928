import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import { wordIn } from './action/calldata-word.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { accountAt, buyerAt, numberAt } from './swap/calldata-field.ts'
import { aggregatorVenue, freeMinimum, type SwapVenue } from './swap/venue.ts'

/**
 * OogaBooga, the aggregator of Berachain.
 *
 * Source: OBRouter; what the decoder packs was observed.
 */
export const oogaBooga = {
  decoder: 'OogaBooga',
  inherits: [],
  functions: [
    {
      signature:
        'swap((address inputToken, uint256 inputAmount, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
      packs: 'tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor',
    },
  ],
} as const satisfies DecoderRules

const swap = defineAction({
  route: 'ooga_booga/swap',
  name: 'Swap',
  description: 'Swaps one token for another as the API of Ooga Booga planned it.',
  sentence: 'Swap {amount} for {token_out} through Ooga Booga',
  parameters: {
    router: { kind: 'account', describe: 'OBRouter' },
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    executor: {
      kind: 'account',
      describe: 'Contract that carries the swap out, as the API names it',
    },
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
    data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
  },
  signature:
    'swap((address inputToken, uint256 inputAmount, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
  rules: [oogaBooga],
  target: 'router',
  arguments: ({ token_in, token_out, executor, amount, self }) => [
    [token_in, amount, token_out, 1n, 1n, self],
    '0x',
    executor,
    0n,
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
  calldata: 'data',
  // Token and amount, token and quote stand before the least.
  least: (calldata) => wordIn(calldata, 4),
})

/** The actions of a strategist with Ooga Booga. */
const oogaBoogaActions = [swap] as const

/** Ooga Booga. */
export const protocol = {
  name: 'ooga_booga',
  title: 'Ooga Booga',
  appUrl: null,
  decoders: [oogaBooga],
  actions: oogaBoogaActions,
  price: 'route',
} as const satisfies Protocol

/** The swap venues of Ooga Booga. Source: OBRouter: six words of the tokens, path, executor, referral. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'ooga_booga/swap',
    title: 'Ooga Booga',
    calldata: {
      sold: accountAt('tokenInfo.inputToken', 0),
      amount: numberAt('tokenInfo.inputAmount', 1),
      isZeroAll: false,
      bought: accountAt('tokenInfo.outputToken', 2),
      quote: numberAt('tokenInfo.outputQuote', 3),
      least: numberAt('tokenInfo.outputMin', 4),
      receivers: [buyerAt('tokenInfo.outputReceiver', 5)],
      executor: accountAt('executor', 7),
      referral: numberAt('referralCode', 8),
      flags: null,
      fees: [],
    },
    free: [
      { ...freeMinimum, field: 'tokenInfo.outputMin' },
      {
        field: 'tokenInfo.outputQuote',
        why: 'The router keeps everything above it, so a low quote is a gift to the router.',
      },
      { field: 'referralCode', why: 'A code above a threshold takes a fee.' },
      { field: 'pathDefinition', why: 'The path is not bound.' },
    ],
  }),
]
