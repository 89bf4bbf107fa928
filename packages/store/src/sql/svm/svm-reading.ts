import type { SvmAddress } from '@vaultwright/svm'
import type {
  StoredSvmReading,
  SvmReading,
  SvmReadingMark,
  SvmReadingStore,
  SvmVaultRef,
} from '../../record/svm-vault.ts'
import { VaultNotFoundError } from '../../record/vault.ts'
import { assertDay } from '../../value/day.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import { assertText } from '../../value/text.ts'
import { type Queries, StoreDamagedError, type StoreEngine } from '../table/engine.ts'
import { digestOf, packText, unpackText } from '../table/pack.ts'
import type { SvmReadingRow } from '../table/svm-table.ts'

const markColumns = [
  'tenant_id',
  'vault',
  'day',
  'slot',
  'at_unix',
  'digest',
  'read_at_unix',
] as const

/** Makes the part of a store that keeps readings of Solana vaults. */
export function buildSvmReadings(engine: StoreEngine): SvmReadingStore {
  const readingsOf = (tenantId: string, { vault }: SvmVaultRef) =>
    engine.read
      .selectFrom('svm_reading')
      .where('tenant_id', '=', tenantId)
      .where('vault', '=', vault)
  return {
    put: async (tenantId, reading) => {
      const values = valuesOf(reading)
      return engine.write(async (db) => {
        await assertVault(db, engine, { tenantId, vaultRef: reading })
        const row = { tenant_id: tenantId, ...values, read_at_unix: engine.nowUnix() }
        const added = await db
          .insertInto('svm_reading')
          .values(row)
          .onConflict((conflict) => conflict.columns(['tenant_id', 'vault', 'day']).doNothing())
          .returning('day')
          .executeTakeFirst()
        return added === undefined ? 'kept' : 'added'
      })
    },
    page: async (tenantId, vaultRef, query) => {
      let rows = readingsOf(tenantId, vaultRef)
        .selectAll()
        .where('day', '>=', vaultRef.from)
        .where('day', '<=', vaultRef.to)
      if (query.after !== null) rows = rows.where('day', '>', query.after)
      const pageRows = await rows.orderBy('day').limit(limitOf(query)).execute()
      const { items, hasMore } = pageOf(pageRows, query)
      return { items: items.map(svmReadingOf), hasMore }
    },
    latest: async (tenantId, vaultRef) => {
      const rows = readingsOf(tenantId, vaultRef).selectAll().orderBy('day', 'desc').limit(1n)
      const row = await rows.executeTakeFirst()
      return row === undefined ? null : svmReadingOf(row)
    },
    marks: async (tenantId, vaultRef) => {
      const rows = await readingsOf(tenantId, vaultRef).select(markColumns).orderBy('day').execute()
      return rows.map(markOf)
    },
  }
}

/** Refuses a vault that the tenant does not have, and keeps it there until the transaction ends. */
async function assertVault(
  db: Queries,
  engine: StoreEngine,
  { tenantId, vaultRef }: { readonly tenantId: string; readonly vaultRef: SvmVaultRef },
): Promise<void> {
  const row = await db
    .selectFrom('svm_vault')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('address', '=', vaultRef.vault)
    .modifyEnd(engine.lock.share)
    .executeTakeFirst()
  if (row === undefined) throw new VaultNotFoundError({ chain: 'solana', vault: vaultRef.vault })
}

function valuesOf(reading: SvmReading) {
  return {
    vault: reading.vault,
    day: assertDay(reading.day),
    slot: reading.slot,
    at_unix: reading.atUnix,
    digest: digestOf(assertText('body', reading.body)),
    body: packText(reading.body),
  }
}

/** @throws {StoreDamagedError} when the body is not what its digest says. */
function svmReadingOf(row: SvmReadingRow): StoredSvmReading {
  const body = unpackText(row.body)
  if (digestOf(body) !== row.digest) {
    throw new StoreDamagedError(`the reading of ${row.vault} on solana, ${row.day}`, null)
  }
  return { ...markOf(row), body }
}

function markOf(row: Omit<SvmReadingRow, 'body'>): SvmReadingMark {
  return {
    vault: row.vault as SvmAddress,
    day: row.day,
    slot: row.slot,
    atUnix: row.at_unix,
    digest: row.digest,
    readAtUnix: row.read_at_unix,
  }
}
