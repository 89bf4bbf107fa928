import { type DecoderRules, encodeCall, parseSignature } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { fieldsOf } from './swap/calldata-field.ts'
import { aggregatorVenue, freeMinimum, type SwapVenue } from './swap/venue.ts'

const execSignature =
  'exec(address operator, address token, uint256 amount, address target, bytes data)'
const executeSignature =
  'execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid)'
/** The parameters of a settler's `execute`, which stand behind its selector. */
const execute = `abi(data, '${executeSignature}')`

/**
 * The AllowanceHolder of 0x: it lends an allowance to a settler for one call.
 *
 * The settler's own recipient and bought token stand inside of the data that it runs. A settler of a later date is
 * another account, which a leaf does not permit.
 *
 * Source: 0x AllowanceHolder.exec and Settler.execute, public ABIs; the decoder is ours.
 */
export const zeroX = {
  decoder: 'ZeroX',
  inherits: [],
  functions: [
    {
      signature: execSignature,
      packs: `operator, token, ${execute}.slippage.recipient, ${execute}.slippage.buyToken`,
      checks: ['target == operator', 'length(data) >= 4 && selector(data) == 0x1fff991f'],
    },
  ],
} as const satisfies DecoderRules

const noIdentifier = `0x${'00'.repeat(32)}` as const
const settlerCall = parseSignature(executeSignature)

const swap = defineAction({
  route: 'zero_x/swap',
  name: 'Swap',
  description: 'Swaps one token for another as the API of 0x planned it.',
  sentence: 'Swap {amount} for {token_out} through 0x',
  parameters: {
    router: { kind: 'account', describe: 'AllowanceHolder of 0x, which takes the allowance' },
    settler: {
      kind: 'account',
      describe: 'Settler that carries the swap out, as the API names it',
    },
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
    data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
  },
  signature: execSignature,
  rules: [zeroX],
  target: 'router',
  arguments: ({ settler, token_in, token_out, amount, self }) => [
    settler,
    token_in,
    amount,
    settler,
    encodeCall(settlerCall, [[self, token_out, 1n], [], noIdentifier]),
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
  calldata: 'data',
  least: (calldata) => fields.minimum.read(calldata),
})

/** 0x. */
export const protocol = {
  name: 'zero_x',
  title: '0x',
  appUrl: 'https://0x.org',
  decoders: [zeroX],
  actions: [swap],
  price: 'route',
} as const satisfies Protocol

const outer = fieldsOf(execSignature)
const inner = outer.within('data', executeSignature)
const fields = { minimum: inner.number('slippage.minAmountOut') }

/** The swap venues of 0x. Source: 0x AllowanceHolder and Settler: the least stands in the settler's call. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'zero_x/swap',
    title: '0x',
    calldata: {
      executor: outer.account('operator'),
      sold: outer.account('token'),
      bought: inner.account('slippage.buyToken'),
      receivers: [outer.seller('target', 'operator'), inner.buyer('slippage.recipient')],
      amount: outer.number('amount'),
      isZeroAll: false,
      least: fields.minimum,
      quote: null,
      flags: null,
      referral: null,
      fees: [],
    },
    free: [
      { ...freeMinimum, field: 'slippage.minAmountOut' },
      {
        field: 'actions',
        why: 'The settler runs them with an allowance for the amount; what it keeps of the output is a fee that only the minimum bounds.',
      },
    ],
  }),
]
