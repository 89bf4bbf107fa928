import type BetterSqlite from 'better-sqlite3'
import { type Applied, type AppliedRow, appliedOf } from '../migration/run.ts'
import type { RowSource, SqlRow } from '../sql/table/engine.ts'
import { loadBinding } from './connection.ts'
import { failureOf } from './failure.ts'

const batchSize = 50

/** A store file that is only read. */
export type StoreFile = {
  readonly applied: readonly Applied[]
  /** The fault that SQLite reports; null for none. */
  readonly fault: string | null
  readonly rowsOf: RowSource
  readonly close: () => void
}

/**
 * Opens a store file to read all of it.
 *
 * @throws {StoreRuntimeError} {StoreUnavailableError} {StoreDamagedError}
 */
export async function openStoreFile(path: string): Promise<StoreFile> {
  const Database = await loadBinding()
  let db: BetterSqlite.Database | null = null
  try {
    const opened = new Database(path, { readonly: true, fileMustExist: true })
    db = opened
    opened.defaultSafeIntegers(true)
    return {
      applied: appliedIn(opened),
      fault: faultOf(opened),
      rowsOf: (table) => rowsOf(opened, table),
      close: () => opened.close(),
    }
  } catch (failure) {
    db?.close()
    throw failureOf(failure)
  }
}

/** Makes a copy that was written by a backup one plain file, with nothing beside it. */
export async function settleFile(path: string): Promise<void> {
  const Database = await loadBinding()
  const db = new Database(path)
  try {
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** @returns the migrations that a file has, in order; none when it has no table of them. */
export function appliedIn(db: BetterSqlite.Database): readonly Applied[] {
  const table = db.prepare(
    "select 1 from sqlite_master where type = 'table' and name = 'migration'",
  )
  if (table.get() === undefined) return []
  const rows = db.prepare<[], AppliedRow>('select * from migration order by id').all()
  return rows.map(appliedOf)
}

function faultOf(db: BetterSqlite.Database): string | null {
  const verdict = db.prepare('PRAGMA integrity_check(1)').pluck().get()
  if (verdict !== 'ok') return String(verdict)
  const orphan = db.prepare<[], { readonly table: string }>('PRAGMA foreign_key_check').get()
  return orphan === undefined ? null : `a row of ${orphan.table} refers to a missing row`
}

async function* rowsOf(db: BetterSqlite.Database, table: string): AsyncIterable<readonly SqlRow[]> {
  let batch: SqlRow[] = []
  for (const row of db.prepare<[], SqlRow>(`select * from "${table}"`).iterate()) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
