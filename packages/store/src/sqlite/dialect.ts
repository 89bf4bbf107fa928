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
import { failureOf } from './failure.ts'
import type { Mutex } from './mutex.ts'

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
    const known = statements.get(text)
    if (known !== undefined) return known
    if (statements.size >= statementLimit) statements.clear()
    const made = db.prepare(text)
    statements.set(text, made)
    return made
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
