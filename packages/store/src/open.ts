import { existsSync } from 'node:fs'
import { migrations } from './migration/list.ts'
import {
  applyMigrations,
  type MigrationStatus,
  migrationStatusOf,
  NotMigratedError,
} from './migration/run.ts'
import type { Store } from './record/store.ts'
import { buildStore } from './sql/build.ts'
import type { EngineOptions, StoreEngine } from './sql/table/engine.ts'
import { parseStoreUrl } from './url.ts'

/** Options of a store. */
export type StoreOptions = Partial<EngineOptions> & {
  /** Applies what migrations are missing. Not done when not said. */
  readonly migrate?: boolean
}

/**
 * Opens a store.
 *
 * @param url - `sqlite:<path>`, a path, `:memory:`, or `postgres://…`.
 * @param options - clock, patience, pool, and whether to migrate.
 * @returns the store; to be closed.
 * @throws {InvalidStoreUrlError} {NotMigratedError} {MigrationMismatchError}
 * @throws {StoreRuntimeError} {StoreUnavailableError} {StoreDamagedError}
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  if (options.migrate !== true) assertThere(url)
  const engine = await openEngine(url, options)
  try {
    if (options.migrate === true) await applyMigrations(engine.migrationContext, engine.nowUnix)
    const { pending } = await migrationStatusOf(engine.migrationContext)
    if (pending.length > 0) throw new NotMigratedError(pending)
    return buildStore(engine)
  } catch (failure) {
    await engine.close()
    throw failure
  }
}

/**
 * Applies what migrations a database lacks; a new SQLite file is made.
 *
 * @param url - as `openStore`.
 * @param options - as `openStore`.
 * @returns where the database stands then.
 * @throws {MigrationMismatchError} and as `openStore`.
 */
export async function migrate(url: string, options: StoreOptions = {}): Promise<MigrationStatus> {
  return withEngine(url, options, (engine) =>
    applyMigrations(engine.migrationContext, engine.nowUnix),
  )
}

/**
 * Tells which migrations a database has and which it lacks; nothing is made or changed.
 *
 * @param url - as `openStore`.
 * @param options - as `openStore`.
 * @throws {MigrationMismatchError} and as `openStore`.
 */
export async function statusOf(url: string, options: StoreOptions = {}): Promise<MigrationStatus> {
  if (isMissing(url)) {
    const pending = migrations.map(({ id, name }) => ({ id, name }))
    return { kind: 'sqlite', applied: [], pending }
  }
  return withEngine(url, options, (engine) => migrationStatusOf(engine.migrationContext))
}

/** Opens a database, works with it and lets go of it. */
export async function withEngine<Result>(
  url: string,
  options: StoreOptions,
  work: (engine: StoreEngine) => Promise<Result>,
): Promise<Result> {
  const engine = await openEngine(url, options)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Refuses an SQLite file that is not there: opening it would make an empty one. */
export function assertThere(url: string): void {
  if (isMissing(url)) throw new NotMigratedError(migrations)
}

async function openEngine(url: string, options: StoreOptions): Promise<StoreEngine> {
  const location = parseStoreUrl(url)
  const full: EngineOptions = {
    nowUnix: options.nowUnix ?? (() => BigInt(Math.floor(Date.now() / 1000))),
    waitMs: options.waitMs ?? 5_000,
    maxPages: options.maxPages ?? null,
    poolSize: options.poolSize ?? 10,
    statementMs: options.statementMs ?? 15_000,
    onQuery: options.onQuery ?? (() => {}),
  }
  // Only what is needed is loaded: SQLite's binding does not run everywhere.
  if (location.kind === 'sqlite') {
    return (await import('./sqlite/engine.ts')).openSqlite(location.path, full)
  }
  return (await import('./postgres/engine.ts')).openPostgres(location.url, full)
}

function isMissing(url: string): boolean {
  const location = parseStoreUrl(url)
  return location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)
}
