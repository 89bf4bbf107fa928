import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { BaseError } from '@vaultwright/base'
import type BetterSqlite from 'better-sqlite3'
import { failureOf, isBusy } from './failure.ts'

/** The time a statement itself waits for a lock; who may wait longer does so without blocking the process. */
const lockWaitMs = 20

/** The binary interface that the binding is built for: an older Node, 22.13 too, ends in a segmentation fault. */
const neededNapi = 10

/**
 * Opens a connection to a store file, made private to its owner when it is new.
 *
 * @throws {StoreRuntimeError} on a Node that SQLite's binding does not run on.
 * @throws {StoreUnavailableError} {StoreDamagedError}
 */
export async function openConnection(path: string): Promise<BetterSqlite.Database> {
  const Database = await loadBinding()
  try {
    if (path !== ':memory:') makePrivate(path)
    const db = new Database(path, { timeout: lockWaitMs })
    try {
      db.defaultSafeIntegers(true)
      await setUp(db)
      return db
    } catch (failure) {
      db.close()
      throw failure
    }
  } catch (failure) {
    throw failureOf(fileFailureOf(failure))
  }
}

/** Loads better-sqlite3, and only where it does not take the process down with it. */
export async function loadBinding(): Promise<typeof BetterSqlite> {
  const { node, napi } = process.versions
  if (Number(napi) < neededNapi) throw new StoreRuntimeError(node)
  return (await import('better-sqlite3')).default
}

async function setUp(db: BetterSqlite.Database): Promise<void> {
  // Two processes that open a new file at once: one of them finds it locked while the other changes its mode.
  for (let attempt = 0; ; attempt++) {
    try {
      db.pragma('journal_mode = WAL')
      break
    } catch (failure) {
      if (attempt === 100 || !isBusy(failure)) throw failure
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  // FULL: what was acknowledged outlives a power cut. NORMAL may lose the last transactions.
  db.pragma('synchronous = FULL')
  // Pages of the log before they are copied: a replay fills a thousand, the default, with every vault.
  db.pragma('wal_autocheckpoint = 4000')
  // Pages that a connection keeps, KiB, SQLite's own default: with the 16 MB of the binding the six connections of a
  // replay hold more the larger the file is, and read it no faster.
  db.pragma('cache_size = -2000')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
}

function makePrivate(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/** A refusal of the file system, in the form of SQLite's. */
function fileFailureOf(failure: unknown): unknown {
  if (!(failure instanceof Error) || !('syscall' in failure)) return failure
  return Object.assign(new Error(failure.message, { cause: failure }), { code: 'SQLITE_CANTOPEN' })
}

/** The Node that runs is too old for SQLite's binding. */
class StoreRuntimeError extends BaseError {
  override readonly code = 'store_runtime'
  override readonly kind = 'unsupported'

  constructor(version: string) {
    super({
      message: `The store needs Node 22.14 or newer, and this is Node ${version}. Start the program with a newer Node.`,
      facts: { version, needed: '22.14' },
    })
  }
}
