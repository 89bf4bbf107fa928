import { Kysely, sql } from 'kysely'
import pg from 'pg'
import {
  type Applied,
  type AppliedRow,
  appliedOf,
  type LockedMigrationContext,
  type MigrationContext,
} from '../migration/run.ts'
import type { EngineOptions, Queries, RowSource, SqlRow, StoreEngine } from '../sql/table/engine.ts'
import type { DatabaseTables } from '../sql/table/table.ts'
import { dialectOf, type Lease, type PostgresConnector, preparedOn } from './dialect.ts'
import { failureOf, isLostRace } from './failure.ts'
import { openRevision } from './revision.ts'

/** One number that all processes of this program lock while they migrate. */
const migrationLock = 7_265_011_946_130_921n

/** The number of times a transaction that lost a race is run. */
const maxAttempts = 8

/** `int8` is read exactly; everything else as pg does. `numeric` is text already. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

/** Rows that are held in memory at once; trees may be large. */
const batchSize = 50

/** Opens an engine on PostgreSQL: a pool of connections. */
export async function openPostgres(url: string, options: EngineOptions): Promise<StoreEngine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: options.waitMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementMs,
    lock_timeout: options.waitMs,
    idle_in_transaction_session_timeout: options.statementMs,
    keepAlive: true,
    types: types as never,
  })
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  // So would one that breaks between two statements of a transaction: the next statement tells.
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = async (): Promise<Lease> => {
    try {
      const client = await pool.connect()
      return { client, release: (failure) => client.release(failure) }
    } catch (failure) {
      throw failureOf(failure)
    }
  }
  const source: PostgresConnector = { connect, onQuery: options.onQuery }
  const db = new Kysely<DatabaseTables>({ dialect: dialectOf(source) })
  const unnameable = new Set<string>()
  const write = <Result>(work: (db: Queries) => Promise<Result>) =>
    withRetry(() => db.transaction().execute(work))

  return {
    kind: 'postgres',
    read: db,
    prepare: (text, name) => preparedOn(source, { text, name, unnameable }),
    prepareNow: null,
    write,
    writeQuietly: write,
    lock: {
      update: sql`for update`,
      turn: sql`for no key update`,
      share: sql`for key share`,
    },
    migrationContext: migrationContextOf(db),
    backup: { kind: 'rows', read: (work) => readSnapshot(db, work) },
    revision: () => null,
    openTurn: () => {},
    askRevision: openRevision(source, { unnameable }),
    nowUnix: options.nowUnix,
    close: async () => {
      await db.destroy()
      await pool.end()
    },
  }
}

function migrationContextOf(db: Queries): MigrationContext {
  const on = (run: Queries): LockedMigrationContext => ({
    applied: () => appliedIn(run),
    exec: async (text) => {
      await sql.raw(text).execute(run)
    },
  })
  return {
    kind: 'postgres',
    applied: () => appliedIn(db),
    locked: (work) =>
      db.transaction().execute(async (run) => {
        // A migration may take longer than any statement of a request, and who comes second waits for it.
        await sql`set local statement_timeout = 0`.execute(run)
        await sql`set local lock_timeout = 0`.execute(run)
        await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(run)
        return work(on(run))
      }),
  }
}

async function appliedIn(db: Queries): Promise<readonly Applied[]> {
  const table = await sql<{
    name: string | null
  }>`select to_regclass('migration')::text as name`.execute(db)
  if ((table.rows[0]?.name ?? null) === null) return []
  const result = await sql<AppliedRow>`select * from migration order by id`.execute(db)
  return result.rows.map(appliedOf)
}

async function withRetry<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (failure) {
      if (attempt === maxAttempts || !isLostRace(failure)) throw failure
      const pauseMs = Math.random() * 2 ** attempt
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Reads everything as it was at one moment, while others go on writing. */
function readSnapshot<Result>(
  db: Queries,
  work: (rowsOf: RowSource) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      await sql`set transaction read only`.execute(snapshot)
      // Between two fetches rows are written elsewhere, which may take its time.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot)
      return work((table) => rowsOf(snapshot, table))
    })
}

async function* rowsOf(snapshot: Queries, table: string): AsyncIterable<readonly SqlRow[]> {
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(snapshot)
  for (;;) {
    const { rows } = await sql<SqlRow>`fetch ${sql.lit(batchSize)} from copied`.execute(snapshot)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close copied`.execute(snapshot)
}
