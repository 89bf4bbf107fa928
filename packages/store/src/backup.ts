import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { BaseError } from '@vaultwright/base'
import { migrations } from './migration/list.ts'
import { applyMigrations, NotMigratedError } from './migration/run.ts'
import { assertThere, type StoreOptions, withEngine } from './open.ts'
import { copyRows } from './row-copy.ts'
import type { StoreEngine } from './sql/table/engine.ts'
import { cachesAt, tablesAt } from './sql/table/table-name.ts'
import { makeId } from './value/key.ts'

/**
 * Writes a consistent copy of a store as an SQLite store file, while others go on writing.
 *
 * It is written beside and given its name when it is whole, so that a file of that name is a whole backup.
 *
 * @param file - where to · must not be there.
 * @param options - as `openStore`.
 * @throws {BackupExistsError} {BackupUnwritableError} {NotMigratedError} {StoreUnavailableError}
 * @throws {StoreRuntimeError}
 */
export async function backup(url: string, file: string, options: StoreOptions = {}): Promise<void> {
  assertThere(url)
  if (existsSync(file)) throw new BackupExistsError(file)
  const folder = dirname(resolve(file))
  const draft = join(folder, `.${makeId('backup')}`)
  onDisk(file, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeSync(openSync(draft, 'wx', 0o600))
  })
  try {
    await withEngine(url, options, (engine) => writeCopy(engine, draft))
    const { settleFile } = await import('./sqlite/store-file.ts')
    await settleFile(draft)
    onDisk(file, () => {
      chmodSync(draft, 0o600)
      syncFile(draft)
      giveName(draft, file)
      syncFile(folder)
    })
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true })
  }
}

async function writeCopy(engine: StoreEngine, draft: string): Promise<void> {
  const applied = await engine.migrationContext.applied()
  if (applied.length === 0) throw new NotMigratedError(migrations)
  const way = engine.backup
  if (way.kind === 'file') {
    await way.copyTo(draft)
    return withEngine(draft, {}, clearCaches)
  }
  await withEngine(draft, { nowUnix: engine.nowUnix }, async (copy) => {
    await applyMigrations(copy.migrationContext, copy.nowUnix, applied.length)
    await way.read((rowsOf) => copy.write((db) => copyRows(rowsOf, db, tablesAt(applied.length))))
  })
}

/** A copy of a file has everything; what can be made again is left out, as it is of a server. */
async function clearCaches(copy: StoreEngine): Promise<void> {
  const applied = await copy.migrationContext.applied()
  const caches = cachesAt(applied.length)
  if (caches.length === 0) return
  await copy.write(async (db) => {
    for (const table of caches) await db.deleteFrom(table).execute()
  })
}

/** Works with files; a refusal of the system is reported as such. */
function onDisk(file: string, work: () => void): void {
  try {
    work()
  } catch (cause) {
    const isSystem = cause instanceof Error && 'syscall' in cause
    throw isSystem ? new BackupUnwritableError(file, cause) : cause
  }
}

/** A link fails where the name is taken, and renaming would not. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (cause) {
    if (existsSync(file)) throw new BackupExistsError(file)
    throw cause
  }
}

function syncFile(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Something has the backup's name already. */
class BackupExistsError extends BaseError {
  override readonly code = 'backup_exists'
  override readonly kind = 'conflict'

  constructor(file: string) {
    super({
      message: `${file} is there already, and a backup never overwrites. Give another name.`,
      facts: { file },
    })
  }
}

/** The system does not let a backup be written there. */
class BackupUnwritableError extends BaseError {
  override readonly code = 'backup_unwritable'
  override readonly kind = 'invalid_input'

  constructor(file: string, cause: Error) {
    const reason = 'code' in cause ? String(cause.code) : cause.message
    super({
      message: `${file} cannot be written (${reason}). Give a place that can be written, and has room.`,
      facts: { file, why: reason },
      cause,
    })
  }
}
