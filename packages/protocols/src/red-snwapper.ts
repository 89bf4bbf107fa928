import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { accountAt, buyerAt, numberAt } from './swap/calldata-field.ts'
import { aggregatorVenue, freeMinimum, type SwapVenue } from './swap/venue.ts'

/**
 * Sushi's RedSnwapper.
 *
 * Source: RedSnwapper.snwap; what the decoder packs was observed.
 */
export const redSnwapper = {
  decoder: 'RedSnwapper',
  inherits: [],
  functions: [
    {
      signature:
        'snwap(address tokenIn, uint256 amountIn, address recipient, address tokenOut, uint256 amountOutMin, address executor, bytes executorData)',
      packs: 'tokenIn, recipient, tokenOut, executor',
    },
  ],
} as const satisfies DecoderRules

const swap = defineAction({
  route: 'red_snwapper/swap',
  name: 'Swap',
  description: 'Gives a token to an executor and demands a minimum of another after it ran.',
  sentence: 'Swap {amount} for {token_out} through {executor}',
  parameters: {
    router: { kind: 'account', describe: 'RedSnwapper' },
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    executor: {
      kind: 'account',
      describe: 'Contract that receives what is sold and carries the swap out',
    },
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much is sold' },
    minimum: { kind: 'minimum', unit: 'token_out', describe: 'Minimum output' },
    executor_data: {
      kind: 'bytes',
      describe: 'Calldata that the executor runs, as the API gives it',
    },
  },
  signature:
    'snwap(address tokenIn, uint256 amountIn, address recipient, address tokenOut, uint256 amountOutMin, address executor, bytes executorData)',
  rules: [redSnwapper],
  target: 'router',
  arguments: ({ token_in, token_out, executor, amount, minimum, executor_data, self }) => [
    token_in,
    amount,
    self,
    token_out,
    minimum,
    executor,
    executor_data,
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
})

/** The actions of a strategist with RedSnwapper. */
const redSnwapperActions = [swap] as const

/** Red Snwapper. */
export const protocol = {
  name: 'red_snwapper',
  title: 'Red Snwapper',
  appUrl: null,
  decoders: [redSnwapper],
  actions: redSnwapperActions,
  price: 'route',
} as const satisfies Protocol

/** The swap venues of RedSnwapper. Source: RedSnwapper.snwap: six words, then what the executor runs. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'red_snwapper/swap',
    title: 'Sushi RedSnwapper',
    least: 'minimum',
    offered: ['executor_data'],
    calldata: {
      sold: accountAt('tokenIn', 0),
      amount: numberAt('amountIn', 1),
      isZeroAll: false,
      receivers: [buyerAt('recipient', 2)],
      bought: accountAt('tokenOut', 3),
      least: numberAt('amountOutMin', 4),
      executor: accountAt('executor', 5),
      quote: null,
      flags: null,
      referral: null,
      fees: [],
    },
    free: [
      { ...freeMinimum, field: 'amountOutMin' },
      {
        field: 'executorData',
        why: 'The executor runs it with the tokens already in its hands.',
      },
    ],
  }),
]
