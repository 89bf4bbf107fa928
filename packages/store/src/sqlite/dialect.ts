import type BetterSqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { PreparedStatement, SqlRow } from '../sql/table/engine.ts'
import { failureOf } from './failure.ts'
import type { Mutex } from './mutex.ts'
import { planOnce } from './plan-once.ts'

/** Statements that stay prepared; a query with a list has one for each length of it. */
const statementLimit = 300

/** A connection as the dialect uses it. */
export type Connection = {
  readonly db: BetterSqlite.Database
  /** Null when its user is alone with it already. */
  readonly mutex: Mutex | null
  readonly onQuery: (sql: string) => void
}

/**
 * Makes a Kysely dialect of one open connection; its transactions are begun and ended elsewhere.
 */
export function dialectOf(connection: Connection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driverOf(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

function driverOf({ db, mutex, onQuery }: Connection): Driver {
  const statements = new Map<string, BetterSqlite.Statement>()
  const prepare = (text: string) => {
    const cached = statements.get(text)
    if (cached !== undefined) return cached
    if (statements.size >= statementLimit) statements.clear()
    const statement = db.prepare(planOnce(text))
    statements.set(text, statement)
    return statement
  }
  const executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    try {
      onQuery(query.sql)
      const statement = prepare(query.sql)
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(query.parameters).changes) }
    } catch (failure) {
      throw failureOf(failure)
    }
  }
  const leaves = new Map<DatabaseConnection, () => void>()
  const nothing = async () => {}
  return {
    init: nothing,
    acquireConnection: async () => {
      const connection: DatabaseConnection = {
        executeQuery,
        async *streamQuery() {},
      }
      if (mutex !== null) leaves.set(connection, await mutex.enter())
      return connection
    },
    releaseConnection: async (connection) => {
      leaves.get(connection)?.()
      leaves.delete(connection)
    },
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    destroy: nothing,
  }
}

/** The statement itself, without the layers that make queries of parts: they would take as long as most statements. */
export function preparedOn({ mutex, ...reader }: Connection, text: string): PreparedStatement {
  const run = preparedNowOn(reader, text)
  if (mutex === null) return async (values) => run(values)
  return async (values) => {
    const leave = await mutex.enter()
    try {
      return run(values)
    } finally {
      leave()
    }
  }
}

/** As `preparedOn`, without waiting for other users of the connection: only for one that has none. */
export function preparedNowOn(
  { db, onQuery }: Omit<Connection, 'mutex'>,
  text: string,
): (values: readonly unknown[]) => readonly SqlRow[] {
  let statement: BetterSqlite.Statement | null = null
  return (values) => {
    try {
      onQuery(text)
      statement ??= db.prepare(planOnce(text))
      return statement.all(values) as readonly SqlRow[]
    } catch (failure) {
      throw failureOf(failure)
    }
  }
}
