import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PoolClient } from 'pg'
import { failureOf } from './failure.ts'

/** A connection that was taken out of the pool. */
export type Lease = {
  readonly client: PoolClient
  /** Gives it back; with a failure, it is closed instead. */
  readonly release: (failure?: Error) => void
}

/** Where the dialect takes its connections. */
export type PostgresConnector = {
  readonly connect: () => Promise<Lease>
  readonly onQuery: (sql: string) => void
}

/** Makes a Kysely dialect of a source of connections. */
export function dialectOf(source: PostgresConnector): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOf(source),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function driverOf({ connect, onQuery }: PostgresConnector): Driver {
  const nothing = async () => {}
  const leases = new Map<DatabaseConnection, { readonly lease: Lease; broken: Error | null }>()
  const execute = async <Row>(
    connection: DatabaseConnection,
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> => {
    const held = leases.get(connection)!
    try {
      onQuery(text)
      const { rows, rowCount } = await held.lease.client.query(text, [...values])
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (failure) {
      // The server's own refusals leave the connection as it was; after anything else it is not used again.
      const isRefusal =
        failure instanceof Error && 'severity' in failure && failure.severity === 'ERROR'
      if (!isRefusal && failure instanceof Error) held.broken = failure
      throw failureOf(failure)
    }
  }
  const run = (text: string) => async (connection: DatabaseConnection) => {
    await execute(connection, text, [])
  }
  return {
    init: nothing,
    acquireConnection: async () => {
      const connection: DatabaseConnection = {
        executeQuery: (query: CompiledQuery) => execute(connection, query.sql, query.parameters),
        async *streamQuery() {},
      }
      leases.set(connection, { lease: await connect(), broken: null })
      return connection
    },
    releaseConnection: async (connection) => {
      const held = leases.get(connection)
      leases.delete(connection)
      held?.lease.release(held.broken ?? undefined)
    },
    beginTransaction: (connection, { isolationLevel }) =>
      run(isolationLevel === undefined ? 'begin' : `begin isolation level ${isolationLevel}`)(
        connection,
      ),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    destroy: nothing,
  }
}
