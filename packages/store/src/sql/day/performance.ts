import type {
  MaturityYield,
  Performance,
  PerformanceStore,
  ProtocolYield,
} from '../../record/performance.ts'
import { assertDay } from '../../value/day.ts'
import { canonicalDecimal, canonicalDecimalOrNull } from '../../value/decimal.ts'
import type { StoreEngine } from '../table/engine.ts'
import { prepare } from '../table/statement.ts'
import type { PerformanceRow, ReceiptColumns, VaultKeyColumns } from '../table/table.ts'
import { assertDeployment, vaultKeyOf, vaultRefOf } from '../table/vault-ref.ts'

/** The columns of a performance's values. */
export type PerformanceColumns = Omit<PerformanceRow, keyof VaultKeyColumns | keyof ReceiptColumns>

/** The columns of a performance without its receipt, which is long. */
export const performanceColumns = [
  ...(['tenant_id', 'vault', 'chain', 'day', 'apy', 'fees', 'performance_fees'] as const),
  ...(['real_apy', 'maturity_apy', 'fee_drag', 'real_yields', 'maturity_yields'] as const),
] as const

/** The basis of a value that is put by hand: none. */
const underived = { basis: null, since_unix: null, receipt_digest: null, receipt: null }

/** Makes the performances' part of a store. */
export function buildPerformances(engine: StoreEngine): PerformanceStore {
  const latestRows = prepare(engine, (key: VaultKeyColumns) =>
    engine.read
      .selectFrom('performance')
      .select(performanceColumns)
      .where('tenant_id', '=', key.tenant_id)
      .where('vault', '=', key.vault)
      .where('chain', '=', key.chain)
      .orderBy('day', 'desc')
      .limit(1n),
  )
  return {
    put: async (tenantId, performance) => {
      const values = columnsOfPerformance(performance)
      await engine.write(async (db) => {
        const where = { tenantId, vaultRef: performance, lock: 'share' } as const
        const row = { ...(await assertDeployment(db, engine, where)), ...values, ...underived }
        await db
          .insertInto('performance')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'vault', 'chain', 'day']).doUpdateSet(row),
          )
          .execute()
      })
    },
    find: async (tenantId, vaultRef) => {
      const row = await engine.read
        .selectFrom('performance')
        .select(performanceColumns)
        .where((on) => on.and({ ...vaultKeyOf(tenantId, vaultRef), day: vaultRef.day }))
        .executeTakeFirst()
      return row === undefined ? null : performanceOf(row)
    },
    latest: async (tenantId, vaultRef) => {
      const [row] = await latestRows(vaultKeyOf(tenantId, vaultRef))
      return row === undefined ? null : performanceOf(row)
    },
  }
}

/** @returns a performance's values as they are kept. @throws {InvalidDecimalError} {InvalidDayError} */
export function columnsOfPerformance(performance: Performance): PerformanceColumns {
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
        ...yieldOf(maturity),
        asset: maturity.asset,
        maturityUnix: String(maturity.maturityUnix),
      })),
    ),
  }
}

function yieldOf({ chain, protocol, allocation, apy, apyNet }: ProtocolYield): ProtocolYield {
  return {
    chain,
    protocol,
    allocation: canonicalDecimal('allocation', allocation),

    apy: canonicalDecimalOrNull('apy', apy),
    apyNet: canonicalDecimalOrNull('apyNet', apyNet),
  }
}

/** @returns the performance that a row keeps. */
export function performanceOf(row: VaultKeyColumns & PerformanceColumns): Performance {
  const maturities: readonly (Omit<MaturityYield, 'maturityUnix'> & {
    readonly maturityUnix: string
  })[] = JSON.parse(row.maturity_yields)
  return {
    ...vaultRefOf(row),
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
