import { defineAction } from '../action/action.ts'
import type { AccountParameter, IntegerParameter, WordParameter } from '../action/parameter.ts'
import { cowOrder } from './function.ts'
import { emptyAppData, encodeOrder, type OrderTerms, orderTupleText, orderUidOf } from './order.ts'

const rules = [cowOrder] as const

const settlement = {
  kind: 'account',
  role: 'settlement',
  describe: 'GPv2Settlement, which fills orders',
} as const satisfies AccountParameter

const validTo = {
  kind: 'integer',
  min: 0n,
  max: (1n << 32n) - 1n,
  as: 'unix',
  describe: 'Until when it may be filled, in unix seconds',
} as const satisfies IntegerParameter

const digest = {
  kind: 'word',
  describe: "The order's digest, the first 32 bytes of its uid",
} as const satisfies WordParameter

const placeOrder = defineAction({
  route: 'cow/place_order',
  name: 'Place a limit order',
  description:
    'Signs an order that solvers may fill at its limit or better; the order travels behind the arguments and the leaf binds its tokens and its receiver.',
  sentence:
    'Sell {sell_amount} for at least {buy_amount} by an order that is valid until {valid_to}',
  parameters: {
    settlement,
    relayer: {
      kind: 'account',
      role: 'vault_relayer',
      fact: { of: 'settlement', call: 'vaultRelayer()', returns: '(address)' },
      describe: 'GPv2VaultRelayer, which pulls what is sold',
    },
    sell_token: { kind: 'token', describe: 'Token that is sold' },
    buy_token: { kind: 'token', describe: 'Token that is bought' },
    sell_amount: { kind: 'amount', unit: 'sell_token', describe: 'How much is sold' },
    buy_amount: { kind: 'minimum', unit: 'buy_token', describe: 'Minimum that all of it buys' },
    valid_to: validTo,
    partially_fillable: {
      kind: 'flag',
      fallback: false,
      describe: 'Whether parts of it may be filled',
    },
    app_data: {
      kind: 'word',
      fallback: emptyAppData,
      describe: 'Hash of the document that goes with it; the decoder takes one alone',
    },
    order_digest: digest,
    allowance: {
      kind: 'amount',
      unit: 'sell_token',
      takesZero: true,
      describe:
        'What the relayer is to be allowed: the sum of what all open orders of the token still sell and this one',
    },
  },
  signature: 'setPreSignature(bytes orderUid, bool signed)',
  rules,
  target: 'settlement',
  arguments: ({ order_digest, valid_to, self }) => [
    orderUidOf({ digest: order_digest, owner: self, validTo: valid_to }),
    true,
  ],
  tail: (values) => encodeOrder(termsOf(values)),
  tailType: `(${orderTupleText} order)`,
  // What the digest is hashed with is the decoder's to say: without it the check stays open.
  reads: ({ app_data }) => ({
    'appData()': app_data,
    'maxLife()': validTo.max,
    'timestamp()': validTo.max,
  }),
  approvals: [{ token: 'sell_token', spender: 'relayer', amount: 'allowance' }],
})

const cancelOrder = defineAction({
  route: 'cow/cancel_order',
  name: 'Cancel an order',
  description: 'Makes an order that can never be filled again.',
  sentence: 'Cancel the order {order_digest} for good',
  parameters: { settlement, order_digest: digest, valid_to: validTo },
  signature: 'invalidateOrder(bytes orderUid)',
  rules,
  target: 'settlement',
  arguments: ({ order_digest, valid_to, self }) => [
    orderUidOf({ digest: order_digest, owner: self, validTo: valid_to }),
  ],
})

const withdrawSignature = defineAction({
  route: 'cow/withdraw_signature',
  name: 'Take a signature back',
  description: 'Takes the signature of an order back; the order may be signed again.',
  sentence: 'Take the signature of the order {order_digest} back',
  parameters: { settlement, order_digest: digest, valid_to: validTo },
  signature: 'setPreSignature(bytes orderUid, bool signed)',
  rules,
  target: 'settlement',
  arguments: ({ order_digest, valid_to, self }) => [
    orderUidOf({ digest: order_digest, owner: self, validTo: valid_to }),
    false,
  ],
})

/** The actions of a strategist with orders. */
export const cowActions = [placeOrder, cancelOrder, withdrawSignature] as const

type OrderValues = {
  readonly self: OrderTerms['receiver']
  readonly sell_token: OrderTerms['sellToken']
  readonly buy_token: OrderTerms['buyToken']
  readonly sell_amount: bigint
  readonly buy_amount: bigint
  readonly valid_to: bigint
  readonly app_data: OrderTerms['appData']
  readonly partially_fillable: boolean
}

function termsOf(values: OrderValues): OrderTerms {
  return {
    sellToken: values.sell_token,
    buyToken: values.buy_token,
    receiver: values.self,
    sellAmount: values.sell_amount,
    buyAmount: values.buy_amount,
    validTo: values.valid_to,
    appData: values.app_data,
    feeAmount: 0n,
    kind: 'sell',
    isPartiallyFillable: values.partially_fillable,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
}
