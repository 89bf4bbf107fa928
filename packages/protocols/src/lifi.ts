import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { fieldsOf } from './swap/calldata-field.ts'
import { aggregatorVenue, freeMinimum, type SwapVenue } from './swap/venue.ts'

const signature =
  'swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit) swapData)'

/**
 * LI.FI: a swap of one token for another on one chain, in one step and so without a fee collector.
 *
 * Source: LI.FI GenericSwapFacetV3, public ABI; the decoder is ours.
 */
export const lifi = {
  decoder: 'Lifi',
  inherits: [],
  functions: [
    {
      signature,
      packs:
        'receiver, swapData.callTo, swapData.approveTo, swapData.sendingAssetId, swapData.receivingAssetId',
    },
  ],
} as const satisfies DecoderRules

const noIdentifier = `0x${'00'.repeat(32)}` as const

const swap = defineAction({
  route: 'lifi/swap',
  name: 'Swap',
  description: 'Swaps one token for another as the API of LI.FI planned it.',
  sentence: 'Swap {amount} for {token_out} through LI.FI',
  parameters: {
    router: { kind: 'account', describe: 'Diamond of LI.FI' },
    executor: {
      kind: 'account',
      describe: 'Contract that carries the swap out, as the API names it',
    },
    spender: {
      kind: 'account',
      describe: 'Account that the diamond approves for it, as the API names it',
    },
    token_in: { kind: 'token', describe: 'Token that is sold' },
    token_out: { kind: 'token', describe: 'Token that is bought' },
    amount: { kind: 'amount', unit: 'token_in', describe: 'How much the calldata sells' },
    data: { kind: 'bytes', describe: 'Calldata of the swap, as the API gives it' },
  },
  signature,
  rules: [lifi],
  target: 'router',
  arguments: ({ executor, spender, token_in, token_out, amount, self }) => [
    noIdentifier,
    '',
    '',
    self,
    1n,
    [executor, spender, token_in, token_out, amount, '0x', true],
  ],
  approvals: [{ token: 'token_in', spender: 'router', amount: 'amount' }],
  calldata: 'data',
  // An identifier, two texts and the receiver stand before the least.
  least: (calldata) => minimum.read(calldata),
})

/** LI.FI. */
export const protocol = {
  name: 'lifi',
  title: 'LI.FI',
  appUrl: 'https://jumper.exchange',
  decoders: [lifi],
  actions: [swap],
  price: 'route',
} as const satisfies Protocol

const fields = fieldsOf(signature)
const minimum = fields.number('minAmountOut')

/** The swap venues of LI.FI. Source: LI.FI GenericSwapFacetV3. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'lifi/swap',
    title: 'LI.FI',
    calldata: {
      executor: fields.account('swapData.callTo'),
      sold: fields.account('swapData.sendingAssetId'),
      bought: fields.account('swapData.receivingAssetId'),
      receivers: [fields.buyer('receiver')],
      amount: fields.number('swapData.fromAmount'),
      isZeroAll: false,
      least: minimum,
      quote: null,
      flags: null,
      referral: null,
      fees: [],
    },
    free: [
      { ...freeMinimum, field: 'minAmountOut' },
      {
        field: 'swapData.callData',
        why: 'The diamond runs it on the bound contract, with an allowance for what is sold.',
      },
    ],
  }),
]
