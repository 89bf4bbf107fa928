import type { Address } from '@vaultwright/base'
import Type, { type Static } from 'typebox'
import { address, chain, decimal, time } from './field.ts'
import { page } from './page.ts'
import { numberOf, numberOrNull } from './rate.ts'
import { printTime } from './time.ts'

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

/** A day of a vault, as much of it as the interface shows. Decimals are exact texts. */
export type DailyInput = {
  readonly chain: string
  /** EIP-55. */
  readonly vault: Address
  readonly atUnix: bigint
  readonly blockNumber: bigint
  readonly dailyApy: string | null
  readonly priceUsd: string | null
  readonly sharePrice: string
  readonly totalAssets: string
  readonly tvlUsd: string | null
}

/**
 * Writes a day of a vault.
 *
 * Source: interface, 2.13: the yield and the share price are floats, amounts are texts.
 *
 * @param point - one day of one vault.
 * @returns what the interface shows of it.
 */
export function dailyEntryOf(point: DailyInput): DailyEntry {
  return {
    vault_address: point.vault,
    chain: point.chain,
    as_of: printTime(point.atUnix),
    block_number: Number(point.blockNumber),
    daily_apy: numberOrNull(point.dailyApy),
    price_usd: point.priceUsd,
    share_price: numberOf(point.sharePrice),
    total_assets: point.totalAssets,
    tvl_usd: point.tvlUsd,
  }
}
