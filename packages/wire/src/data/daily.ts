import type { DailyValues, NavValues } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { chain, decimal, time, vaultAddress } from '../field/field.ts'
import { type NavData, navDataOf, optionalNavFields } from '../field/nav.ts'
import { page } from '../field/page.ts'
import { decimalText, numberOrNull, numberText } from '../field/rate.ts'
import { receiptField } from '../field/receipt.ts'
import type { RowOf } from '../field/row.ts'
import { printTime } from '../field/time.ts'
import { svmReadingField } from '../solana/reading.ts'

/** 2.13: one day. */
export const dailyEntry = Type.Object(
  {
    vault_address: vaultAddress,
    chain,
    as_of: time,
    block_number: Type.Integer(),
    daily_apy: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Fraction: 0.0155 is 1.55 %; null without a day before to compare with, without a share price at both ends, and while the vault is paused',
    }),
    price_usd: Type.Union([decimal, Type.Null()], {
      description: 'Of one share; null when its price in US dollars is not known',
    }),
    share_price: Type.Union([Type.Number(), Type.Null()], {
      description: 'In the base asset; null when the vault did not say its rate',
    }),
    total_assets: Type.Union([decimal, Type.Null()], {
      description: 'In the base asset; null when the share price or the supply is not known',
    }),
    tvl_usd: Type.Union([decimal, Type.Null()], {
      description: 'Null when the total assets or their price in US dollars are not known',
    }),
    ...optionalNavFields,
    receipt: receiptField,
    reading: svmReadingField,
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
        to: Type.Union([time, Type.Null()], {
          description: 'As supplied, else the latest day; null when there is none',
        }),
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

/** A daily point with the net assets of its day; null where they were not computed. */
export type DayWithNav = RowOf<DailyValues> & { readonly nav: NavValues | null }

/**
 * Writes a day of a vault.
 *
 * Source: interface, 2.13: the yield and the share price are floats, amounts are texts.
 *
 * @param navGapBps - how far counted and reported may lie apart without a flag · bps, from 0.
 */
export function dailyEntryOf(point: DayWithNav, navGapBps: number): DailyEntry & NavData {
  return { ...dailyGrowthOf(point), ...navDataOf(point.nav, navGapBps) }
}

/**
 * Writes what the receipt of a day is about: its growth and what its shares were worth. What the vault held on that day
 * is not in it.
 */
export function dailyGrowthOf(point: RowOf<DailyValues>): Omit<DailyEntry, keyof NavData> {
  return {
    vault_address: point.vault,
    chain: point.chain,
    as_of: printTime(point.atUnix),
    block_number: Number(point.blockNumber),
    daily_apy: numberOrNull(point.dailyApy),
    price_usd: point.priceUsd,
    share_price: numberOrNull(point.sharePrice),
    total_assets: point.totalAssets,
    tvl_usd: point.tvlUsd,
  }
}

/**
 * Spells days of one vault as JSON: the text that `JSON.stringify` makes of their entries, in half of its time, since the
 * engine remembers the texts of numbers, and `JSON.stringify` does not ask for them.
 *
 * @param points - of one vault.
 * @param navGapBps - how far counted and reported may lie apart without a flag · bps, from 0.
 */
export function dailyEntriesText(points: readonly DayWithNav[], navGapBps: number): string {
  const [first] = points
  if (first === undefined) return '[]'
  const head = JSON.stringify({ vault_address: first.vault, chain: first.chain }).slice(0, -1)
  let text = ''
  for (const point of points) {
    text += `${text === '' ? '[' : ','}${head},"as_of":"${printTime(point.atUnix)}","block_number":${Number(point.blockNumber)},"daily_apy":${numberText(point.dailyApy)},"price_usd":${decimalText(point.priceUsd)},"share_price":${numberText(point.sharePrice)},"total_assets":${decimalText(point.totalAssets)},"tvl_usd":${decimalText(point.tvlUsd)},${JSON.stringify(navDataOf(point.nav, navGapBps)).slice(1)}`
  }
  return `${text}]`
}
