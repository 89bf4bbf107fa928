import Type, { type Static } from 'typebox'
import { address, chain, decimal, time } from './field.ts'
import { page } from './page.ts'

/** 2.13: one day. */
export const dailyEntry = Type.Object(
  {
    vault_address: address,
    chain,
    as_of: time,
    block_number: Type.Integer(),
    daily_apy: Type.Union([Type.Number(), Type.Null()], {
      description: 'Fraction: 0.0155 is 1.55 %; null when there is no day before to compare with',
    }),
    price_usd: Type.Union([decimal, Type.Null()], { description: 'Null when no price is stored' }),
    share_price: Type.Number(),
    total_assets: decimal,
    tvl_usd: Type.Union([decimal, Type.Null()], { description: 'Null when no price is stored' }),
  },
  { title: 'DailyEntry', additionalProperties: false },
)

/** 4.11. */
export const dailyResponse = Type.Object(
  {
    data: Type.Array(dailyEntry),
    meta: Type.Object(
      {
        from: Type.Union([time, Type.Null()], {
          description: 'As supplied, else the earliest day; null when there is none',
        }),
        to: Type.Union([time, Type.Null()]),
      },
      { title: 'DailyMeta', additionalProperties: false },
    ),
    page,
  },
  { title: 'DailyPage', additionalProperties: false },
)

/** 2.13. */
export type DailyEntry = Static<typeof dailyEntry>
/** 4.11. */
export type DailyResponse = Static<typeof dailyResponse>
