import { assertDay } from '../day.ts'
import { canonicalDecimal, canonicalDecimalOrNull } from '../decimal.ts'
import type { MaturityYield, Performance, PerformanceStore, ProtocolYield } from '../performance.ts'
import type { Engine } from './engine.ts'
import { assertPlace, columnsOf, placeOf } from './place.ts'
import type { PerformanceRow, PlaceColumns } from './table.ts'

/** Makes the performances' part of a store. */
export function buildPerformances(engine: Engine): PerformanceStore {
  return {
    put: async (tenantId, performance) => {
      const values = valuesOf(performance)
      await engine.write(async (db) => {
        const where = { tenantId, place: performance, lock: 'share' } as const
        const row = { ...(await assertPlace(db, engine, where)), ...values }
        await db
          .insertInto('performance')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'vault', 'chain', 'day']).doUpdateSet(row),
          )
          .execute()
      })
    },
    latest: async (tenantId, place) => {
      const row = await engine.read
        .selectFrom('performance')
        .selectAll()
        .where((on) => on.and(columnsOf(tenantId, place)))
        .orderBy('day', 'desc')
        .limit(1n)
        .executeTakeFirst()
      return row === undefined ? null : performanceOf(row)
    },
  }
}

function valuesOf(performance: Performance): Omit<PerformanceRow, keyof PlaceColumns> {
  return {
    day: assertDay(performance.day),
    apy: canonicalDecimalOrNull('apy', performance.apy),
    fees: canonicalDecimalOrNull('fees', performance.fees),
    performance_fees: canonicalDecimalOrNull('performanceFees', performance.performanceFees),
    real_apy: canonicalDecimalOrNull('realApy', performance.realApy),
    maturity_apy: canonicalDecimalOrNull('maturityApy', performance.maturityApy),
    fee_drag: canonicalDecimalOrNull('feeDrag', performance.feeDrag),
    real_yields: JSON.stringify(performance.real.map(yieldOf)),
    maturity_yields: JSON.stringify(
      performance.maturities.map((maturity) => ({
        ...{ ...yieldOf(maturity), asset: maturity.asset },
        maturityUnix: String(maturity.maturityUnix),
      })),
    ),
  }
}

function yieldOf({ chain, protocol, allocation, apy, apyNet }: ProtocolYield): ProtocolYield {
  return {
    ...{ chain, protocol, allocation: canonicalDecimal('allocation', allocation) },
    ...{ apy: canonicalDecimal('apy', apy), apyNet: canonicalDecimalOrNull('apyNet', apyNet) },
  }
}

function performanceOf(row: PerformanceRow): Performance {
  const maturities: readonly (Omit<MaturityYield, 'maturityUnix'> & {
    readonly maturityUnix: string
  })[] = JSON.parse(row.maturity_yields)
  return {
    ...placeOf(row),
    day: row.day,
    apy: row.apy,
    fees: row.fees,
    performanceFees: row.performance_fees,
    realApy: row.real_apy,
    maturityApy: row.maturity_apy,
    feeDrag: row.fee_drag,
    real: JSON.parse(row.real_yields),
    maturities: maturities.map((maturity) => ({
      ...maturity,
      maturityUnix: BigInt(maturity.maturityUnix),
    })),
  }
}
