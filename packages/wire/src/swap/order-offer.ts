import Type, { type Static } from 'typebox'
import { address, decimal } from '../field/field.ts'
import { rawAmount, shownAmount, swapRefusal } from './swap-field.ts'

/** An order at the price that a book names: it may not fill. */
export const orderOffer = Type.Object(
  {
    book: Type.String({ examples: ['cow'] }),
    rank: Type.Integer({
      minimum: 1,
      description: 'Its place among the candidates by what it buys; it is never the best',
    }),
    buy_amount: shownAmount,
    raw_buy_amount: {
      ...rawAmount,
      description: 'The limit of the order: this or more, or nothing',
    },
    fee_amount: shownAmount,
    raw_fee_amount: {
      ...rawAmount,
      description: 'Of the sold token: what solvers are expected to keep; it is taken off already',
    },
    verified: Type.Boolean({ description: 'True if the book says that it simulated the price' }),
    loss_bps: Type.Union([decimal, Type.Null()], {
      description: 'Against what the tokens are worth; null without prices',
    }),
    within_bound: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Null where there is no bound to compare with',
    }),
    note: Type.String({ description: 'That it may not fill, and how it compares with the best' }),
    refusal: Type.Union([swapRefusal, Type.Null()], {
      description: 'Why it may not be placed; null where it may',
    }),
    request: Type.Object(
      {
        sell_token: address,
        buy_token: address,
        raw_sell_amount: rawAmount,
        raw_min_buy_amount: rawAmount,
        valid_for_seconds: Type.Integer({ minimum: 1 }),
      },
      {
        title: 'OrderOfferRequest',
        additionalProperties: false,
        description: 'The body of `transactions/limit-order` that places it',
      },
    ),
  },
  {
    title: 'OrderOffer',
    additionalProperties: false,
    description:
      'An order at the price that an order book names, which nothing executed and which may not fill; left out where no book offers one',
  },
)

/** An order at the price that a book names. */
export type OrderOfferData = Static<typeof orderOffer>
