import { existsSync } from 'node:fs'
import { BaseError } from '@vaultwright/base'
import { applyMigrations, assertKnown } from './migration/run.ts'
import { type StoreOptions, withEngine } from './open.ts'
import { advanceCounters, copyRows, countRows, type RowCounts } from './row-copy.ts'
import type { StoreEngine } from './sql/table/engine.ts'
import { tablesAt } from './sql/table/table-name.ts'
import type { StoreFile } from './sqlite/store-file.ts'

/**
 * Puts a backup into an empty database of either kind: all of it, or nothing.
 *
 * @param file - what `backup` wrote.
 * @param url - the database · empty.
 * @param options - as `openStore`.
 * @returns how many rows each table has, counted after they were written.
 * @throws {InvalidBackupError} when the file is not a whole backup.
 * @throws {StoreNotEmptyError} when the database has anything.
 * @throws {MigrationMismatchError} when another release made the backup or the database.
 */
export async function restore(
  file: string,
  url: string,
  options: StoreOptions = {},
): Promise<RowCounts> {
  const source = await openBackup(file)
  try {
    assertKnown('sqlite', source.applied)
    return await withEngine(url, options, (engine) => fill(engine, source, file))
  } finally {
    source.close()
  }
}

async function openBackup(file: string): Promise<StoreFile> {
  if (!existsSync(file)) throw new InvalidBackupError(file, 'there is no such file')
  const { openStoreFile } = await import('./sqlite/store-file.ts')
  const source = await openStoreFile(file).catch((cause: unknown) => {
    throw cause instanceof BaseError && cause.code === 'store_runtime'
      ? cause
      : new InvalidBackupError(file, 'it is not a readable SQLite file', cause)
  })
  const fault = source.applied.length === 0 ? 'it is not a store' : source.fault
  if (fault === null) return source
  source.close()
  throw new InvalidBackupError(file, fault)
}

async function fill(engine: StoreEngine, source: StoreFile, file: string): Promise<RowCounts> {
  const { migrationContext, nowUnix } = engine
  const had = await migrationContext.applied()
  if (had.length > source.applied.length) throw new StoreNotEmptyError('tables of a newer release')
  if (had.length > 0) await assertEmpty(engine, had.length)
  await applyMigrations(migrationContext, nowUnix, source.applied.length)
  const tables = tablesAt(source.applied.length)
  const counts = await engine.write(async (db) => {
    const rowCounts = await copyRows(source.rowsOf, db, tables)
    const written = await countRows(db, tables)
    const wrong = tables.find((table) => rowCounts[table] !== written[table])
    if (wrong !== undefined) {
      throw new InvalidBackupError(
        file,
        `${wrong} has ${rowCounts[wrong]} rows, not ${written[wrong]}`,
      )
    }
    await advanceCounters(db, engine.kind, tables)
    return written
  })
  await applyMigrations(migrationContext, nowUnix)
  return counts
}

async function assertEmpty(engine: StoreEngine, migration: number): Promise<void> {
  const tables = tablesAt(migration)
  const counts = await countRows(engine.read, tables)
  const full = tables.find((table) => counts[table] !== 0)
  if (full !== undefined) throw new StoreNotEmptyError(`rows in ${full}`)
}

/** A file is not a backup that can be restored. */
class InvalidBackupError extends BaseError {
  override readonly code = 'invalid_backup'
  override readonly kind = 'damaged_data'

  constructor(file: string, why: string, cause: unknown = null) {
    super({
      message: `${file} is not a backup that can be restored: ${why}. Give a file that db backup wrote.`,
      facts: { file, why },
      ...(cause === null ? {} : { cause }),
    })
  }
}

/** A backup is to be put into a database that has something. */
class StoreNotEmptyError extends BaseError {
  override readonly code = 'store_not_empty'
  override readonly kind = 'conflict'

  constructor(what: string) {
    super({
      message: `The database has ${what}, and a backup is only put into an empty one. Give a new database.`,
      facts: { what },
    })
  }
}
