import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { fieldsOf } from './swap/calldata-field.ts'
import { aggregatorVenue, freeMinimum, type SwapVenue } from './swap/venue.ts'

const signature =
  'swap((address callTarget, address approveTarget, bytes targetData, (address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit) desc, bytes clientData) execution)'

/** Bits that change nothing here: the sold token is claimed; fees that nobody gets are in basis points, or of what is bought. */
const harmless = 0xc4n
const refusedFlags = `0x${(2n ** 256n - 1n - harmless).toString(16)}`

/**
 * KyberSwap: a swap by an executor that gets all of what is sold, without fees.
 *
 * Refuses calldata by which the router itself would pay pools of a route: a leaf could not bind them.
 *
 * Source: MetaAggregationRouterV2.swap, public ABI; the decoder is ours.
 */
export const kyberSwap = {
  decoder: 'KyberSwap',
  inherits: [],
  functions: [
    {
      signature,
      packs:
        'execution.callTarget, execution.desc.srcToken, execution.desc.dstToken, execution.desc.dstReceiver',
      checks: [
        'length(execution.desc.permit) == 0',
        'length(execution.desc.feeReceivers) == 0',
        `execution.desc.flags & ${refusedFlags} == 0`,
        'length(execution.desc.srcReceivers) == 1 && length(execution.desc.srcAmounts) == 1',
        'execution.desc.srcReceivers[0] == execution.callTarget',
        'execution.desc.srcAmounts[0] == execution.desc.amount',
      ],
    },
  ],
} as const satisfies DecoderRules

const swap = defineAction({
  route: 'kyber_swap/swap',
  name: 'Swap',
  description: 'Swaps one token for another as the API of KyberSwap planned it.',
  sentence: 'Swap {amount} for {token_out} through KyberSwap',
  parameters: {
    router: { kind: 'account', describe: 'MetaAggregationRouterV2' },
    executor: {
      kind: 'account',
      describe: 'Contract that carries the swap out, as the API names it',
    },
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
    data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
  },
  signature,
  rules: [kyberSwap],
  target: 'router',
  arguments: ({ executor, token_in, token_out, amount, self }) => [
    [
      executor,
      executor,
      '0x',
      [token_in, token_out, [executor], [amount], [], [], self, amount, 1n, 0n, '0x'],
      '0x',
    ],
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
  calldata: 'data',
  least: (calldata) => minimum.read(calldata),
})

/** KyberSwap. */
export const protocol = {
  name: 'kyber_swap',
  title: 'KyberSwap',
  appUrl: 'https://kyberswap.com',
  decoders: [kyberSwap],
  actions: [swap],
  price: 'route',
} as const satisfies Protocol

const fields = fieldsOf(signature)
const minimum = fields.number('execution.desc.minReturnAmount')

/** The swap venues of KyberSwap. Source: MetaAggregationRouterV2: flags of the description. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'kyber_swap/swap',
    title: 'KyberSwap',
    calldata: {
      executor: fields.account('execution.callTarget'),
      sold: fields.account('execution.desc.srcToken'),
      bought: fields.account('execution.desc.dstToken'),
      receivers: [
        fields.seller('execution.desc.srcReceivers.0', 'execution.callTarget'),
        fields.buyer('execution.desc.dstReceiver'),
      ],
      amount: fields.number('execution.desc.amount'),
      isZeroAll: false,
      least: minimum,
      quote: null,
      flags: {
        field: 'execution.desc.flags',
        read: (data) => {
          const flags = fields.number('execution.desc.flags').read(data)
          return flags === null ? null : flags & ~harmless
        },
        refused: [
          {
            bit: 0n,
            name: 'PARTIAL_FILL',
            why: 'The least output becomes proportional to what was spent, and the rest comes back.',
          },
          { bit: 1n, name: 'REQUIRES_EXTRA_ETH', why: 'The call takes ether beyond what is sold.' },
          { bit: 5n, name: 'SIMPLE_SWAP', why: 'The router pays pools of the route itself.' },
          {
            bit: 8n,
            name: 'APPROVE_FUND',
            why: 'The router approves an account that is not bound.',
          },
        ],
      },
      referral: null,
      fees: [fields.lengthOf('execution.desc.feeReceivers')],
    },
    free: [
      { ...freeMinimum, field: 'execution.desc.minReturnAmount' },
      {
        field: 'execution.targetData',
        why: 'The executor runs it with the tokens already in its hands.',
      },
    ],
  }),
]
