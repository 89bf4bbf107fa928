import type { DailyPoint, DailyPointStore } from '../daily-point.ts'
import { assertDay } from '../day.ts'
import { canonicalDecimal, canonicalDecimalOrNull } from '../decimal.ts'
import type { VaultPlace } from '../vault.ts'
import type { Engine } from './engine.ts'
import { limitOf, pageOf } from './page.ts'
import { assertPlace, columnsOf, placeOf } from './place.ts'
import type { DailyPointRow, PlaceColumns } from './table.ts'

/** Makes the daily points' part of a store. */
export function buildDailyPoints(engine: Engine): DailyPointStore {
  const pointsOf = (tenantId: string, place: VaultPlace) =>
    engine.read.selectFrom('daily_point').where((on) => on.and(columnsOf(tenantId, place)))
  return {
    put: async (tenantId, points) => {
      const valued = points.map((point) => ({ point, values: valuesOf(point) }))
      await engine.write(async (db) => {
        // A series is of one place as a rule, which is asked for once.
        const known = new Map<string, PlaceColumns>()
        for (const { point, values } of valued) {
          const name = `${point.chain} ${point.vault}`
          const where = { tenantId, place: point, lock: 'share' } as const
          const columns = known.get(name) ?? (await assertPlace(db, engine, where))
          known.set(name, columns)
          const row = { ...columns, ...values }
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
        .selectAll()
        .where('day', '>=', place.from)
        .where('day', '<=', place.to)
      if (query.after !== null) rows = rows.where('day', '>', query.after)
      const found = await rows.orderBy('day').limit(limitOf(query)).execute()
      return pageOf(found.map(pointOf), query)
    },
  }
}

function valuesOf(point: DailyPoint): Omit<DailyPointRow, keyof PlaceColumns> {
  return {
    day: assertDay(point.day),
    at_unix: point.atUnix,
    block_number: point.blockNumber,
    daily_apy: canonicalDecimalOrNull('dailyApy', point.dailyApy),
    price_usd: canonicalDecimalOrNull('priceUsd', point.priceUsd),
    share_price: canonicalDecimal('sharePrice', point.sharePrice),
    total_assets: canonicalDecimal('totalAssets', point.totalAssets),
    tvl_usd: canonicalDecimalOrNull('tvlUsd', point.tvlUsd),
  }
}

function pointOf(row: DailyPointRow): DailyPoint {
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
