import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import { wordIn } from './action/calldata-word.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { accountAt, buyerAt, numberAt, sellerAt } from './swap/calldata-field.ts'
import { aggregatorVenue, freeMinimum, type SwapVenue } from './swap/venue.ts'

/**
 * GlueX: a swap through any venue, tied to its tokens, its receiver and the partner.
 *
 * Source: GlueX Router; what the decoder packs was observed.
 */
export const gluex = {
  decoder: 'GlueX',
  inherits: ['Permit2'],
  functions: [
    {
      signature:
        'swap(address executor, (address inputToken, address outputToken, address inputReceiver, address outputReceiver, address partnerAddress, uint256 inputAmount, uint256 outputAmount, uint256 partnerFee, uint256 routingFee, uint256 partnerSurplusShare, uint256 protocolSurplusShare, uint256 partnerSlippageShare, uint256 protocolSlippageShare, uint256 effectiveOutputAmount, uint256 minOutputAmount, bool isPermit2, bytes32 uniquePID) desc, (address target, uint256 value, bytes callData)[] interactions)',
      packs:
        'executor, desc.inputToken, desc.outputToken, desc.outputReceiver, desc.partnerAddress',
    },
  ],
} as const satisfies DecoderRules

const noIdentifier = `0x${'00'.repeat(32)}` as const

const swap = defineAction({
  route: 'gluex/swap',
  name: 'Swap',
  description: 'Swaps one token for another as the API of GlueX planned it.',
  sentence: 'Swap {amount} for {token_out} through GlueX',
  parameters: {
    router: { kind: 'account', describe: 'Router of GlueX' },
    executor: {
      kind: 'account',
      describe: 'Contract that carries the swap out, as the API names it',
    },
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    partner: { kind: 'account', describe: 'Partner that may earn a fee of the swap' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
    data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
  },
  signature:
    'swap(address executor, (address inputToken, address outputToken, address inputReceiver, address outputReceiver, address partnerAddress, uint256 inputAmount, uint256 outputAmount, uint256 partnerFee, uint256 routingFee, uint256 partnerSurplusShare, uint256 protocolSurplusShare, uint256 partnerSlippageShare, uint256 protocolSlippageShare, uint256 effectiveOutputAmount, uint256 minOutputAmount, bool isPermit2, bytes32 uniquePID) desc, (address target, uint256 value, bytes callData)[] interactions)',
  rules: [gluex],
  target: 'router',
  arguments: ({ executor, token_in, token_out, partner, amount, self }) => [
    executor,
    [
      token_in,
      token_out,
      executor,
      self,
      partner,
      amount,
      1n,
      0n,
      0n,
      0n,
      0n,
      0n,
      0n,
      1n,
      1n,
      false,
      noIdentifier,
    ],
    [],
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
  calldata: 'data',
  // The executor, and fourteen fields of the description stand before the least.
  least: (calldata) => wordIn(calldata, 15),
})

/** The actions of a strategist with GlueX. */
const gluexActions = [swap] as const

/** GlueX. */
export const protocol = {
  name: 'gluex',
  title: 'GlueX',
  appUrl: null,
  decoders: [gluex],
  actions: gluexActions,
  price: 'route',
} as const satisfies Protocol

/** The swap venues of GlueX. Source: GlueX Router: executor, then seventeen words of the description. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'gluex/swap',
    title: 'GlueX',
    calldata: {
      executor: accountAt('executor', 0),
      sold: accountAt('desc.inputToken', 1),
      bought: accountAt('desc.outputToken', 2),
      receivers: [sellerAt('desc.inputReceiver', 3, 'executor'), buyerAt('desc.outputReceiver', 4)],
      amount: numberAt('desc.inputAmount', 6),
      isZeroAll: false,
      least: numberAt('desc.minOutputAmount', 15),
      quote: numberAt('desc.effectiveOutputAmount', 14),
      flags: {
        ...numberAt('desc.isPermit2', 16),
        refused: [{ bit: 0n, name: 'isPermit2', why: 'The router pulls by Permit2.' }],
      },
      referral: null,
      fees: [
        numberAt('desc.partnerFee', 8),
        numberAt('desc.routingFee', 9),
        numberAt('desc.partnerSurplusShare', 10),
        numberAt('desc.protocolSurplusShare', 11),
        numberAt('desc.partnerSlippageShare', 12),
        numberAt('desc.protocolSlippageShare', 13),
      ],
    },
    free: [
      { ...freeMinimum, field: 'desc.minOutputAmount' },
      { field: 'desc.inputReceiver', why: 'What is sold may be sent anywhere.' },
      { field: 'interactions', why: 'The executor makes any calls that the list names.' },
      { field: 'desc.partnerFee', why: 'It is taken out of what is bought.' },
      { field: 'desc.routingFee', why: 'It is taken out of what is bought.' },
      {
        field: 'desc.partnerSurplusShare',
        why: 'A share of what comes out above the quote is kept.',
      },
      {
        field: 'desc.protocolSurplusShare',
        why: 'A share of what comes out above the quote is kept.',
      },
      {
        field: 'desc.partnerSlippageShare',
        why: 'A share of the slippage that was not needed is kept.',
      },
      {
        field: 'desc.protocolSlippageShare',
        why: 'A share of the slippage that was not needed is kept.',
      },
      { field: 'desc.isPermit2', why: 'The router may pull by Permit2.' },
    ],
  }),
]
