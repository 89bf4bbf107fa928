import type { DailyPoint, DailyPointStore } from '../daily-point.ts'
import { assertDay } from '../day.ts'
import { canonicalDecimalOrNull } from '../decimal.ts'
import type { VaultPlace } from '../vault.ts'
import type { Engine } from './engine.ts'
import { limitOf, pageOf } from './page.ts'
import { assertPlace, columnsOf, placeOf } from './place.ts'
import type { DailyPointRow, PlaceColumns, ReceiptColumns } from './table.ts'

/** The columns of a daily point's values. */
export type DailyPointColumns = Omit<DailyPointRow, keyof PlaceColumns | keyof ReceiptColumns>

/** What a row of a daily point says of itself, without its receipt, which is long. */
export const dailyPointColumns = [
  ...(['tenant_id', 'vault', 'chain', 'day', 'at_unix', 'block_number', 'daily_apy'] as const),
  ...(['price_usd', 'share_price', 'total_assets', 'tvl_usd'] as const),
] as const

/** What is put by hand was computed from nothing that is known. */
const underived = { basis: null, since_unix: null, receipt_digest: null, receipt: null }

/** Makes the daily points' part of a store. */
export function buildDailyPoints(engine: Engine): DailyPointStore {
  const pointsOf = (tenantId: string, place: VaultPlace) =>
    engine.read.selectFrom('daily_point').where((on) => on.and(columnsOf(tenantId, place)))
  return {
    put: async (tenantId, points) => {
      const valued = points.map((point) => ({ point, values: columnsOfPoint(point) }))
      await engine.write(async (db) => {
        // A series is of one place as a rule, which is asked for once.
        const known = new Map<string, PlaceColumns>()
        for (const { point, values } of valued) {
          const name = `${point.chain} ${point.vault}`
          const where = { tenantId, place: point, lock: 'share' } as const
          const columns = known.get(name) ?? (await assertPlace(db, engine, where))
          known.set(name, columns)
          const row = { ...columns, ...values, ...underived }
          await db
            .insertInto('daily_point')
            .values(row)
            .onConflict((conflict) =>
              conflict.columns(['tenant_id', 'vault', 'chain', 'day']).doUpdateSet(row),
            )
            .execute()
        }
      })
    },
    rangeOf: async (tenantId, place) => {
      const row = await pointsOf(tenantId, place)
        .select((on) => [on.fn.min('day').as('from'), on.fn.max('day').as('to')])
        .executeTakeFirst()
      return row?.from == null || row.to == null ? null : { from: row.from, to: row.to }
    },
    page: async (tenantId, place, query) => {
      let rows = pointsOf(tenantId, place)
        .select(dailyPointColumns)
        .where('day', '>=', place.from)
        .where('day', '<=', place.to)
      if (place.sinceUnix != null) rows = rows.where('at_unix', '>=', place.sinceUnix)
      if (place.untilUnix != null) rows = rows.where('at_unix', '<=', place.untilUnix)
      if (query.after !== null) rows = rows.where('day', '>', query.after)
      const found = await rows.orderBy('day').limit(limitOf(query)).execute()
      return pageOf(found.map(pointOf), query)
    },
  }
}

/** @returns a daily point's values as they are kept. @throws {InvalidDecimalError} {InvalidDayError} */
export function columnsOfPoint(point: DailyPoint): DailyPointColumns {
  return {
    day: assertDay(point.day),
    at_unix: point.atUnix,
    block_number: point.blockNumber,
    daily_apy: canonicalDecimalOrNull('dailyApy', point.dailyApy),
    price_usd: canonicalDecimalOrNull('priceUsd', point.priceUsd),
    share_price: canonicalDecimalOrNull('sharePrice', point.sharePrice),
    total_assets: canonicalDecimalOrNull('totalAssets', point.totalAssets),
    tvl_usd: canonicalDecimalOrNull('tvlUsd', point.tvlUsd),
  }
}

/** @returns the daily point that a row keeps. */
export function pointOf(row: PlaceColumns & DailyPointColumns): DailyPoint {
  return {
    ...placeOf(row),
    day: row.day,
    atUnix: row.at_unix,
    blockNumber: row.block_number,
    dailyApy: row.daily_apy,
    priceUsd: row.price_usd,
    sharePrice: row.share_price,
    totalAssets: row.total_assets,
    tvlUsd: row.tvl_usd,
  }
}
