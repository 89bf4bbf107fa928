import type { DailyPoint, DailyPointStore } from '../../record/daily-point.ts'
import type { VaultRef } from '../../record/vault.ts'
import { assertDay } from '../../value/day.ts'
import { canonicalDecimalOrNull } from '../../value/decimal.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { StoreEngine } from '../table/engine.ts'
import type { DailyPointRow, ReceiptColumns, VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** The columns of a daily point's values. */
export type DailyPointColumns = Omit<DailyPointRow, keyof VaultKeyColumns | keyof ReceiptColumns>

/** What a row of a daily point says of itself, without its receipt, which is long. */
export const dailyPointColumns = [
  ...(['tenant_id', 'vault', 'chain', 'day', 'at_unix', 'block_number', 'daily_apy'] as const),
  ...(['price_usd', 'share_price', 'total_assets', 'tvl_usd'] as const),
] as const

/** What is put by hand was computed from nothing that is known. */
const underived = { basis: null, since_unix: null, receipt_digest: null, receipt: null }

/** Makes the daily points' part of a store. */
export function buildDailyPoints(engine: StoreEngine): DailyPointStore {
  const pointsOf = (tenantId: string, vaultRef: VaultRef) =>
    engine.read.selectFrom('daily_point').where((on) => on.and(vaultKeyOf(tenantId, vaultRef)))
  return {
    put: async (tenantId, points) => {
      const valued = points.map((point) => ({ point, values: columnsOfPoint(point) }))
      await engine.write(async (db) => {
        // A series is of one place as a rule, which is asked for once.
        const keysByName = new Map<string, VaultKeyColumns>()
        for (const { point, values } of valued) {
          const name = `${point.chain} ${point.vault}`
          const where = { tenantId, vaultRef: point, lock: 'share' } as const
          const columns = keysByName.get(name) ?? (await assertDeployment(db, engine, where))
          keysByName.set(name, columns)
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
    rangeOf: async (tenantId, vaultRef) => {
      const row = await pointsOf(tenantId, vaultRef)
        .select((on) => [on.fn.min('day').as('from'), on.fn.max('day').as('to')])
        .executeTakeFirst()
      return row?.from == null || row.to == null ? null : { from: row.from, to: row.to }
    },
    page: async (tenantId, vaultRef, query) => {
      let rows = pointsOf(tenantId, vaultRef)
        .select(dailyPointColumns)
        .where('day', '>=', vaultRef.from)
        .where('day', '<=', vaultRef.to)
      if (vaultRef.sinceUnix != null) rows = rows.where('at_unix', '>=', vaultRef.sinceUnix)
      if (vaultRef.untilUnix != null) rows = rows.where('at_unix', '<=', vaultRef.untilUnix)
      if (query.after !== null) rows = rows.where('day', '>', query.after)
      const pageRows = await rows.orderBy('day').limit(limitOf(query)).execute()
      return pageOf(pageRows.map(pointOf), query)
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
export function pointOf(row: VaultKeyColumns & DailyPointColumns): DailyPoint {
  return {
    ...vaultRefOf(row),
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
