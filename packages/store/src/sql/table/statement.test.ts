import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { StoreEngine } from './engine.ts'
import { prepare } from './statement.ts'
import type { DatabaseTables } from './table.ts'

test('law: a statement is compiled once, and each run has its own values', async () => {
  const { db, engine, runs, compiled } = recordingDatabase()
  const run = prepare(engine, (key: { readonly tenant: string; readonly limit: bigint }) =>
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
  expect(runs.map(({ values }) => values)).toEqual([
    ['a', 'active', 1n],
    ['b', 'active', 2n],
    ['c', 'active', 3n],
  ])
})

test('law: a statement keeps its name, and two texts have two names', async () => {
  const { db, engine, runs } = recordingDatabase()
  const vaults = prepare(engine, (key: { readonly id: string }) =>
    db.selectFrom('vault').select('name').where('id', '=', key.id),
  )
  const tenants = prepare(engine, (key: { readonly id: string }) =>
    db.selectFrom('tenant').select('name').where('id', '=', key.id),
  )
  await vaults({ id: 'a' })
  await vaults({ id: 'b' })
  await tenants({ id: 'a' })
  const [first, second, third] = runs.map(({ name }) => name)
  expect(first).toMatch(/^vaultwright_[0-9a-f]{32}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

type StatementRun = { readonly name: string; readonly values: readonly unknown[] }

/** A database without rows that keeps what it is asked and counts what is compiled. */
function recordingDatabase() {
  const runs: StatementRun[] = []
  let count = 0
  class Compiler extends SqliteQueryCompiler {
    override compileQuery(...given: Parameters<SqliteQueryCompiler['compileQuery']>) {
      count++
      return super.compileQuery(...given)
    }
  }
  const db = new Kysely<DatabaseTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (given) => new SqliteIntrospector(given),
      createQueryCompiler: () => new Compiler(),
    },
  })
  const engine: Pick<StoreEngine, 'prepare'> = {
    prepare: (_sql, name) => async (values) => {
      runs.push({ name, values })
      return []
    },
  }
  return { db, engine, runs, compiled: () => count }
}
