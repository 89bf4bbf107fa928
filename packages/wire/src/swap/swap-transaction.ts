import { defaultOrderSeconds, maxOrderParts } from '@vaultwright/swap'
import Type, { type Static } from 'typebox'
import { actionReport, simulatedFields } from '../builder/execute.ts'
import { address, anything, bytes, time, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { batchRequestFields } from './swap-batch.ts'
import {
  amountInput,
  amountPattern,
  rawAmount,
  rawAmountInput,
  shownAmount,
  tokenInput,
} from './swap-field.ts'
import { orderTerms, orderUid } from './swap-order.ts'
import { swapBound, swapCandidate, swapRequestFields } from './swap-quote.ts'

const switches = {
  verbose: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Adds token transfers, the cost of gas, and warnings',
    }),
  ),
  skip_sim: Type.Optional(
    Type.Boolean({ default: false, description: 'Leaves out the simulation of the whole batch' }),
  ),
}

const { sell_token, buy_token, ...restOfRequest } = swapRequestFields

/** A candidate of a quote, or what is to be quoted. */
export const marketRequest = Type.Object(
  {
    quote_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'In place of a request' }),
    ),
    candidate: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 16 }), Type.Null()], {
        description: 'Of the quote; the best when null or left out',
      }),
    ),
    sell_token: Type.Optional(sell_token),
    buy_token: Type.Optional(buy_token),
    ...restOfRequest,
    ...batchRequestFields,
    min_buy_amount: Type.Optional(
      Type.Union([amountInput, Type.Null()], {
        description: 'Display units: a minimum output of your own, which only raises the minimum',
      }),
    ),
    raw_min_buy_amount: Type.Optional(rawAmountInput),
    accept_unbounded: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Builds where prices are not known; needs a `min_buy_amount` or a `buy_amount` above zero, and is audited',
      }),
    ),
    ...switches,
  },
  { title: 'MarketTransactionRequest', additionalProperties: false },
)

/** The fields of every transaction of a swap, in the words of the builder. */
export const builtFields = {
  encoded_tx_data: bytes,
  target: address,
  description: Type.String(),
  action_api_response: Type.Array(actionReport, {
    description: 'Every call with its leaf, decoder and proof',
  }),
  ...simulatedFields,
}

/** An allowance that a transaction leaves. */
export const allowanceLeft = Type.Object(
  { token: address, spender: address, raw_amount: rawAmount },
  { title: 'AllowanceLeft', additionalProperties: false },
)

/** Manager calldata of a swap. */
export const marketTransaction = Type.Object(
  {
    ...builtFields,
    quote: Type.Object(
      {
        quote_id: Type.Union([Type.String(), Type.Null()], {
          description: 'Null for a wish that was built at once',
        }),
        block_number: Type.Integer({ minimum: 0 }),
        block_hash: word,
        candidate: swapCandidate,
      },
      {
        title: 'BuiltQuote',
        additionalProperties: false,
        description: 'The candidate as it was measured again, at the newest block',
      },
    ),
    least: shownAmount,
    raw_least: rawAmount,
    bound: Type.Union([swapBound, Type.Null()], {
      description:
        'What the policy of the vault demands; null where it has none, or nothing to compute it from',
    }),
    deadline: Type.Union([time, Type.Null()], { description: 'Null where no leg has one' }),
    approvals_left: Type.Array(allowanceLeft),
  },
  { title: 'MarketTransaction', additionalProperties: false },
)

/** A limit order that is to be built. */
export const limitOrderRequest = Type.Object(
  {
    sell_token: tokenInput,
    buy_token: tokenInput,
    sell_amount: Type.Optional(amountInput),
    raw_sell_amount: Type.Optional(rawAmountInput),
    limit_price: Type.Optional(
      Type.String({
        pattern: amountPattern,
        description: 'What is bought for one whole token that is sold, in display units',
        examples: ['2600'],
      }),
    ),
    min_buy_amount: Type.Optional(amountInput),
    raw_min_buy_amount: Type.Optional(rawAmountInput),
    valid_for_seconds: Type.Optional(
      Type.Integer({
        minimum: 300,
        maximum: 31_536_000,
        default: defaultOrderSeconds,
        description: "At most the policy's `max_order_seconds`",
      }),
    ),
    replaces: Type.Optional(
      Type.String({
        pattern: '^0x[0-9a-fA-F]{112}$',
        description:
          'The uid of an open order of the same sold token that ends in the same transaction; what of it is filled before is sold beside this one',
      }),
    ),
    parts: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxOrderParts,
        default: 1,
        description:
          'Sells it in as many equal orders of consecutive windows, signed together with one allowance: each ends with its window of at least 300 s, and all together are valid for `valid_for_seconds`. The settlement knows no start: a solver that reads the chain may fill a later part before its window, at its limit',
      }),
    ),
    partially_fillable: Type.Optional(Type.Boolean({ default: false })),
    publish: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Posts the order to the order book: harmless before it is pre-signed on chain. Of several parts the first; post each other one at its `publish_at`',
      }),
    ),
    ...switches,
  },
  { title: 'LimitOrderRequest', additionalProperties: false },
)

const allowance = Type.Object(
  { raw_before: rawAmount, raw_open_orders: rawAmount, raw_after: rawAmount },
  {
    title: 'OrderAllowance',
    additionalProperties: false,
    description: 'Of the relayer: what open orders still sell, and this one',
  },
)

const orderBookPost = Type.Object(
  {
    method: Type.Literal('POST'),
    path: Type.String(),
    body: Type.Record(Type.String(), anything),
    published: Type.Boolean(),
  },
  { title: 'OrderBookPost', additionalProperties: false },
)

const orderPart = Type.Object(
  {
    order: orderTerms,
    order_digest: word,
    order_uid: orderUid,
    publish_at: { ...time, description: 'When its window begins' },
    order_book: orderBookPost,
  },
  { title: 'OrderPart', additionalProperties: false },
)

/** Manager calldata that approves and pre-signs an order. */
export const limitOrderTransaction = Type.Object(
  {
    ...builtFields,
    order: orderTerms,
    order_digest: word,
    order_uid: orderUid,
    settlement: address,
    vault_relayer: address,
    eip712: Type.Object(
      {
        domain: Type.Object(
          {
            name: Type.String(),
            version: Type.String(),
            chainId: Type.Integer(),
            verifyingContract: address,
          },
          { additionalProperties: false },
        ),
        primaryType: Type.Literal('Order'),
      },
      { title: 'OrderDomain', additionalProperties: false },
    ),
    allowance,
    order_book: orderBookPost,
    parts: Type.Optional(
      Type.Array(orderPart, {
        description:
          'Every order, in the order of their windows, where more than one was asked for; `order` is the first',
      }),
    ),
  },
  { title: 'LimitOrderTransaction', additionalProperties: false },
)

/** The answer to a limit order. */
export const limitOrderResponse = dataOf(limitOrderTransaction, 'LimitOrderTransactionResponse')

/** An order that is to be cancelled. */
export const cancelOrderRequest = Type.Object(
  {
    order_uid: Type.Optional(orderUid),
    order_uids: Type.Optional(
      Type.Array(orderUid, {
        minItems: 1,
        maxItems: maxOrderParts,
        uniqueItems: true,
        description:
          'In place of `order_uid`: several orders of one sold token, ended in one transaction, as the parts of a sale are',
      }),
    ),
    ...switches,
  },
  { title: 'CancelOrderRequest', additionalProperties: false },
)

/** Manager calldata that cancels an order. */
export const cancelOrderTransaction = Type.Object(
  {
    ...builtFields,
    order_uid: { ...orderUid, description: 'Of several the first' },
    order_uids: Type.Array(orderUid, { description: 'Every order that the transaction is about' }),
    method: Type.Enum(['invalidate', 'withdraw_signature'], {
      description: '`invalidate` is final; a withdrawn signature can be set again',
    }),
    is_final: Type.Boolean(),
    allowance,
  },
  { title: 'CancelOrderTransaction', additionalProperties: false },
)

/** The answer to a cancellation. */
export const cancelOrderResponse = dataOf(cancelOrderTransaction, 'CancelOrderTransactionResponse')

/** A candidate of a quote, or what is to be quoted. */
export type MarketRequest = Static<typeof marketRequest>
/** Manager calldata of a swap. */
export type MarketTransactionData = Static<typeof marketTransaction>
/** A limit order that is to be built. */
export type LimitOrderRequest = Static<typeof limitOrderRequest>
/** Manager calldata that approves and pre-signs an order. */
export type LimitOrderData = Static<typeof limitOrderTransaction>
/** An order that is to be cancelled. */
export type CancelOrderRequest = Static<typeof cancelOrderRequest>
/** Manager calldata that cancels an order. */
export type CancelOrderData = Static<typeof cancelOrderTransaction>
