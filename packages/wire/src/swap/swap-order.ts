import Type, { type Static } from 'typebox'
import { address, bytes, time, word } from '../field/field.ts'
import { dataOf, pageOf } from '../field/page.ts'
import { rawAmount, shownAmount, swapToken } from './swap-field.ts'

/** Digest, owner and end of an order: 56 bytes. */
export const orderUid = Type.String({
  pattern: '^0x[0-9a-f]{112}$',
  description: '56 bytes: digest, owner, last second',
})

/** Terms of an order, as its settlement hashes them. */
export const orderTerms = Type.Object(
  {
    sell_token: address,
    buy_token: address,
    receiver: address,
    raw_sell_amount: rawAmount,
    raw_buy_amount: rawAmount,
    valid_to: Type.Integer({ minimum: 0, description: 'Unix seconds' }),
    app_data: word,
    fee_amount: rawAmount,
    kind: Type.Enum(['sell', 'buy']),
    partially_fillable: Type.Boolean(),
    sell_token_balance: Type.Enum(['erc20', 'external', 'internal']),
    buy_token_balance: Type.Enum(['erc20', 'internal']),
  },
  { title: 'OrderTerms', additionalProperties: false },
)

/** A state of an order. */
export const orderStatus = Type.Enum([
  'cancelled',
  'filled',
  'expired',
  'partially_filled',
  'open',
  'pending',
])

const call = Type.Object(
  { target: address, data: bytes, value: Type.String({ description: 'Wei' }) },
  { title: 'OrderCall', additionalProperties: false },
)

const warning = Type.Object(
  {
    code: Type.Enum(['underfunded', 'allowance_left']),
    message: Type.String(),
    call: Type.Union([call, Type.Null()], {
      description:
        'What ends it: the call that zeroes the allowance; null where nothing has to be called',
    }),
  },
  { title: 'OrderWarning', additionalProperties: false },
)

const trade = Type.Object(
  {
    block_number: Type.Integer({ minimum: 0 }),
    transaction_hash: word,
    log_index: Type.Integer({ minimum: 0 }),
    raw_sell_amount: rawAmount,
    raw_buy_amount: rawAmount,
    raw_fair_buy_amount: Type.Optional(
      Type.Union([rawAmount, Type.Null()], {
        description:
          "What the sold amount was worth by the vault's own prices at the end of the block of the fill; for one order alone. Null with `fair_reason`",
      }),
    ),
    loss_bps: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description:
          'How far the fill lies below that, rounded up; negative for a gain; null with `fair_reason`',
      }),
    ),
    fair_reason: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Why the worth is not known; null where it is',
      }),
    ),
  },
  { title: 'OrderTrade', additionalProperties: false },
)

/** An order and its state, as the chain says it. */
export const swapOrder = Type.Object(
  {
    order_uid: orderUid,
    created_at: Type.Union([time, Type.Null()], {
      description: 'Null for an order that was placed elsewhere',
    }),
    quote_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The quote that it was built from; null without one',
    }),
    sell_token: swapToken,
    buy_token: swapToken,
    sell_amount: shownAmount,
    buy_amount: shownAmount,
    order: orderTerms,
    status: orderStatus,
    block_number: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'At which the state was read; null for a final state that was kept',
    }),
    raw_filled_sell: rawAmount,
    raw_filled_buy: rawAmount,
    raw_remaining: rawAmount,
    raw_fillable: {
      ...rawAmount,
      description: 'The minimum of balance, allowance and what remains',
    },
    warnings: Type.Array(warning),
    trades: Type.Array(trade),
    order_book: Type.Union(
      [
        Type.Object(
          {
            published_at: Type.Union([time, Type.Null()], {
              description: 'Null until the order book has it',
            }),
            status: Type.Union([Type.String(), Type.Null()], {
              description:
                'As the order book tells it, which proves nothing; null when it does not',
            }),
          },
          { title: 'OrderBookState', additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'Null without an order book' },
    ),
  },
  { title: 'SwapOrder', additionalProperties: false },
)

/** A page of orders. */
export const swapOrdersResponse = pageOf(swapOrder, 'SwapOrdersResponse')
/** The answer to an order. */
export const swapOrderResponse = dataOf(swapOrder, 'SwapOrderResponse')

/** A state of an order, or that none is final. */
export const orderStatusFilter = Type.Union([orderStatus, Type.Literal('unfinished')], {
  description: '`unfinished`: pending, open or filled in part',
})

const tenantOrder = Type.Object(
  {
    chain: Type.String(),
    vault_address: address,
    strategist_address: address,
    order_uid: orderUid,
    order: Type.Union([swapOrder, Type.Null()], { description: 'Null with `reason`' }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description:
        'Why its state is not known: its chain does not answer, or its tree is gone; null where it is known',
    }),
  },
  { title: 'TenantOrder', additionalProperties: false },
)

/** A page of orders of all vaults. */
export const tenantOrdersResponse = pageOf(tenantOrder, 'TenantOrdersResponse')

/** An order of a tenant, and whose it is. */
export type TenantOrderData = Static<typeof tenantOrder>
/** An order and its state. */
export type SwapOrderData = Static<typeof swapOrder>
/** Terms of an order. */
export type OrderTermsData = Static<typeof orderTerms>
