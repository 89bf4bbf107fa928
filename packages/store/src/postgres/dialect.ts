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
import type pg from 'pg'
import type { PoolClient } from 'pg'
import type { PreparedStatement } from '../sql/table/engine.ts'
import { failureOf, isStatementLost } from './failure.ts'

/** A connection that was taken out of the pool. */
export type Lease = {
  readonly client: PoolClient
  /** Gives it back; with a failure, it is closed instead. */
  readonly release: (failure?: Error) => void
}

/** The source of the dialect's connections. */
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

/** A lease that is in use, and why it must not be used again. */
type HeldLease = { readonly lease: Lease; broken: Error | null }

/** Asks on a connection. The server's own refusals leave it as it was; after anything else it is not used again. */
async function askOn(
  held: HeldLease,
  ask: (client: PoolClient) => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> {
  try {
    return await ask(held.lease.client)
  } catch (failure) {
    const isRefusal =
      failure instanceof Error && 'severity' in failure && failure.severity === 'ERROR'
    if (!isRefusal && failure instanceof Error) held.broken = failure
    throw failureOf(failure)
  }
}

/** A text that the server keeps prepared under a name, and the names that it lost once. */
type NamedText = {
  readonly text: string
  readonly name: string
  readonly unnameable: Set<string>
}

/** A statement on any connection, without the layers that make queries of parts. */
export function preparedOn(
  { connect, onQuery }: PostgresConnector,
  { text, name, unnameable }: NamedText,
): PreparedStatement {
  const ask = async (client: PoolClient, values: unknown[]) => {
    if (unnameable.has(name)) return client.query({ text, values })
    try {
      return await client.query({ text, values, name })
    } catch (failure) {
      // A pooler between here and the server, or a migration elsewhere: only whole statements run there.
      if (!isStatementLost(failure)) throw failure
      unnameable.add(name)
      return client.query({ text, values })
    }
  }
  return async (values) => {
    const held: HeldLease = { lease: await connect(), broken: null }
    try {
      onQuery(text)
      return (await askOn(held, (client) => ask(client, [...values]))).rows
    } finally {
      held.lease.release(held.broken ?? undefined)
    }
  }
}

/** A statement with its values. */
type Question = Pick<CompiledQuery, 'sql' | 'parameters'>

function driverOf({ connect, onQuery }: PostgresConnector): Driver {
  const nothing = async () => {}
  const leases = new Map<DatabaseConnection, HeldLease>()
  const execute = async <Row>(
    connection: DatabaseConnection,
    query: Question,
  ): Promise<QueryResult<Row>> => {
    const held = leases.get(connection)!
    onQuery(query.sql)
    const config = { text: query.sql, values: [...query.parameters] }
    const { rows, rowCount } = await askOn(held, (client) => client.query(config))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }
  const run = (text: string) => async (connection: DatabaseConnection) => {
    await execute(connection, { sql: text, parameters: [] })
  }
  return {
    init: nothing,
    acquireConnection: async () => {
      const connection: DatabaseConnection = {
        executeQuery: (query: CompiledQuery) => execute(connection, query),
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
