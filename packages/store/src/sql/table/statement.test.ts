import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { expect, test } from 'vitest'
import { prepare, statementNameOf } from './statement.ts'
import type { DatabaseTables } from './table.ts'

test('law: a statement is compiled once, and each run has its own values', async () => {
  const { db, queries, compiled } = recordingDatabase()
  const run = prepare(db, (key: { readonly tenant: string; readonly limit: bigint }) =>
    db
      .selectFrom('vault')
      .select('name')
      .where('tenant_id', '=', key.tenant)
      .where('status', '=', 'active')
      .limit(key.limit),
  )
  expect(compiled()).toBe(0)
  await run({ tenant: 'a', limit: 1n })
  await Promise.all([run({ tenant: 'b', limit: 2n }), run({ tenant: 'c', limit: 3n })])
  expect(compiled()).toBe(1)
  expect(queries.map(({ parameters }) => parameters)).toEqual([
    ['a', 'active', 1n],
    ['b', 'active', 2n],
    ['c', 'active', 3n],
  ])
})

test('law: a statement keeps its name, two texts have two names, and a query for one run has none', async () => {
  const { db, queries } = recordingDatabase()
  const vaults = prepare(db, (key: { readonly id: string }) =>
    db.selectFrom('vault').select('name').where('id', '=', key.id),
  )
  const tenants = prepare(db, (key: { readonly id: string }) =>
    db.selectFrom('tenant').select('name').where('id', '=', key.id),
  )
  await vaults({ id: 'a' })
  await vaults({ id: 'b' })
  await tenants({ id: 'a' })
  await db.selectFrom('vault').select('name').execute()
  const [first, second, third, last] = queries.map(statementNameOf)
  expect(first).toMatch(/^vaultwright_[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(last).toBeNull()
})

/** A database without rows that keeps what it is asked and counts what is compiled. */
function recordingDatabase() {
  const queries: CompiledQuery[] = []
  let count = 0
  class Compiler extends SqliteQueryCompiler {
    override compileQuery(...given: Parameters<SqliteQueryCompiler['compileQuery']>) {
      count++
      return super.compileQuery(...given)
    }
  }
  class Recorder extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return {
        executeQuery: async (query: CompiledQuery) => {
          queries.push(query)
          return { rows: [] }
        },
        async *streamQuery() {},
      }
    }
  }
  const db = new Kysely<DatabaseTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Recorder(),
      createIntrospector: (given) => new SqliteIntrospector(given),
      createQueryCompiler: () => new Compiler(),
    },
  })
  return { db, queries, compiled: () => count }
}
