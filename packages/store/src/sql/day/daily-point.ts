import type { DailyPoint, DailyPointStore } from '../../record/daily-point.ts'
import { assertDay } from '../../value/day.ts'
import { canonicalDecimalOrNull } from '../../value/decimal.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { DailyPointRow, ReceiptColumns, VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** The columns of a daily point's values. */
export type DailyPointColumns = Omit<DailyPointRow, keyof VaultKeyColumns | keyof ReceiptColumns>

/** The columns of a daily point without its receipt, which is long. */
export const dailyPointColumns = [
  ...(['tenant_id', 'vault', 'chain', 'day', 'at_unix', 'block_number', 'daily_apy'] as const),
  ...(['price_usd', 'share_price', 'total_assets', 'tvl_usd'] as const),
] as const

/** The basis of a value that is put by hand: none. */
const underived = { basis: null, since_unix: null, receipt_digest: null, receipt: null }

/** The largest whole number of a column of either database. */
const maxUnix = 2n ** 63n - 1n

/** The points to read, oldest first. */
type PointQuery = VaultKeyColumns & {
  readonly from: string
  readonly to: string
  readonly after: string
  readonly sinceUnix: bigint
  readonly untilUnix: bigint
  readonly limit: bigint
}

/** Makes the daily points' part of a store. */
export function buildDailyPoints(engine: StoreEngine): DailyPointStore {
  const pointsOf = (key: VaultKeyColumns) =>
    engine.read
      .selectFrom('daily_point')
      .where('tenant_id', '=', key.tenant_id)
      .where('vault', '=', key.vault)
      .where('chain', '=', key.chain)
  const rangeRows = prepare(engine, (key: VaultKeyColumns) =>
    pointsOf(key).select((on) => [on.fn.min('day').as('from'), on.fn.max('day').as('to')]),
  )
  const pageRowsOf = prepare(engine, (query: PointQuery) =>
    pointsOf(query)
      .select(dailyPointColumns)
      .where('day', '>=', query.from)
      .where('day', '<=', query.to)
      .where('day', '>', query.after)
      .where('at_unix', '>=', query.sinceUnix)
      .where('at_unix', '<=', query.untilUnix)
      .orderBy('day')
      .limit(query.limit),
  )
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
      const [row] = await rangeRows(vaultKeyOf(tenantId, vaultRef))
      return row?.from == null || row.to == null ? null : { from: row.from, to: row.to }
    },
    page: async (tenantId, vaultRef, query) => {
      const pageRows = await pageRowsOf({
        ...vaultKeyOf(tenantId, vaultRef),
        from: vaultRef.from,
        to: vaultRef.to,
        // Every day comes after the empty text, in every collation.
        after: query.after ?? '',
        sinceUnix: vaultRef.sinceUnix ?? -maxUnix,
        untilUnix: vaultRef.untilUnix ?? maxUnix,
        limit: limitOf(query),
      })
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
