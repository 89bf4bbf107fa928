import Database from 'better-sqlite3'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { planOnce } from '../../packages/store/src/sqlite/plan-once.ts'
import { openFreshSqlite, openMigratedPostgres } from '../support/store/store-database.ts'
import type { Fresh } from '../support/store/store-fixture.ts'
import { storeCases } from '../support/store/store-suite.ts'

/** The lists of everything: a query for all tenants, vaults or chains gets all of them. */
const whole =
  /^select (\* from "tenant" order by "name"|\* from "final_head" order by "chain"|\* from "svm_vault" order by .*|count\(\*\) as count from \(select .* where basis like .*|.* from "vault" as "v" (?!.* where ).*)$/

/** Runs every case of the suite and gives the statements that the store sent. */
async function statementsOf(fresh: Fresh): Promise<readonly string[]> {
  onTestFinished(fresh.drop)
  const sent = new Set<string>()
  const open: Fresh['open'] = (options) => {
    const onQuery = (sql: string) => {
      sent.add(sql)
      options?.onQuery?.(sql)
    }
    return fresh.open({ ...options, onQuery })
  }
  const store = await open({ migrate: true })
  const cases = storeCases.filter(({ name }) => !/random|at once|after any acts/.test(name))
  for (const { run } of cases) await run({ store, fresh: { ...fresh, open } })
  await store.close()
  const verbs = /^(select|insert|update|delete)/
  return [...sent].filter((sql) => verbs.test(sql) && !whole.test(sql) && !/migration/.test(sql))
}

test('law: no question of the port reads a whole table on SQLite', async () => {
  const fresh = await openFreshSqlite()
  const statements = await statementsOf(fresh)
  expect(statements.length).toBeGreaterThan(50)
  const db = new Database(fresh.url.slice('sqlite:'.length))
  const scans = statements.flatMap((sql) => {
    const values = Array((sql.match(/\?/g) ?? []).length).fill(null)
    const plan = db.prepare(`explain query plan ${sql}`).all(values) as { detail: string }[]
    return plan
      .filter(({ detail }) => /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES)/.test(detail))
      .map((one) => [one, sql])
  })
  db.close()
  expect(scans).toEqual([])
})

test('law: SQLite plans each question once, whatever its values', async () => {
  const fresh = await openFreshSqlite()
  const statements = await statementsOf(fresh)
  const db = new Database(fresh.url.slice('sqlite:'.length))
  // What makes rows is made anew with each plan.
  const rowMakers = vi.spyOn(globalThis, 'Function')
  const plansOf = (sql: string): number => {
    const statement = db.prepare(`explain ${sql}`)
    const values = Array((sql.match(/\?/g) ?? []).length).fill(1)
    const before = rowMakers.mock.calls.length
    for (let run = 0; run < 3; run++) statement.all(values)
    return rowMakers.mock.calls.length - before
  }
  // The count works: this one is planned with each run.
  expect(plansOf('select * from "snapshot" where "day" = ? order by "day" limit ?')).toBe(3)
  expect(statements.filter((sql) => plansOf(planOnce(sql)) > 1)).toEqual([])
  rowMakers.mockRestore()
  db.close()
})

test('law: no question of the port reads a whole table on PostgreSQL', async (context) => {
  const fresh = await openMigratedPostgres()
  const statements = await statementsOf(fresh)
  expect(statements.length).toBeGreaterThan(50)
  const client = new Client({ connectionString: fresh.url })
  await client.connect()
  try {
    const version = await client.query('show server_version_num')
    // Older servers do not plan a statement without its values.
    if (Number(version.rows[0].server_version_num) < 160_000) context.skip('PostgreSQL before 16')
    // Small tables are read whole because that is quicker; here only whether it could be done otherwise counts.
    await client.query('set enable_seqscan = off')
    const scans: unknown[] = []
    for (const sql of statements) {
      const { rows } = await client.query(`explain (generic_plan) ${sql}`)
      const text = rows.map((row) => row['QUERY PLAN']).join('\n')
      if (/Seq Scan/.test(text)) scans.push([sql, text])
    }
    expect(scans).toEqual([])
  } finally {
    await client.end()
  }
})
