import Database from 'better-sqlite3'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openFreshSqlite, openMigratedPostgres } from '../support/store/store-database.ts'
import {
  dayOf,
  type Fresh,
  makeTenantVault,
  pointOf,
  readingOf,
} from '../support/store/store-fixture.ts'

/** A store with one day read, and what makes a second day of it, past the store. */
async function readOneDay(fresh: Fresh) {
  const store = await fresh.open({ migrate: true })
  const { tenant, vaultRef } = await makeTenantVault(store)
  await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(1)), null)
  const insert = `insert into reading select tenant_id, vault, chain, '${dayOf(2)}', block_number,
    block_hash, at_unix, digest, revision, read_at_unix, body from reading`
  const counts: number[] = []
  const range = { from: dayOf(0), to: dayOf(9) }
  const query = { ...vaultRef, range, withOtherChains: false, reason: '' }
  const derive = () =>
    store.derived.derive(tenant.id, query, (readings) => {
      counts.push(readings.length)
      const dailyPoints = readings.map(({ day }) => ({
        value: pointOf(vaultRef, day),
        basis: {},
        receipt: null,
      }))
      return { snapshots: [], dailyPoints, performances: [] }
    })
  return { store, insert, seen: counts, derive }
}

test('behavior: a computation on PostgreSQL waits for another, and sees what was read meanwhile', async () => {
  const fresh = await openMigratedPostgres()
  onTestFinished(fresh.drop)
  const { store, insert, seen: counts, derive } = await readOneDay(fresh)
  const client = new Client({ connectionString: fresh.url })
  await client.connect()
  await client.query('begin')
  // As weak as a lock of one who writes may be: a reader of the row would not wait for it.
  await client.query('select 1 from vault for no key update')
  await client.query(insert)
  const count = derive()
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await fresh.ask(waiting)).length).toBe(1)
  await client.query('commit')
  expect(await count).toMatchObject({ added: 2 })
  expect(counts).toEqual([1, 2])
  await client.end()
  await store.close()
})

test('behavior: a computation on SQLite waits for another, and sees what was read meanwhile', async () => {
  const fresh = await openFreshSqlite()
  onTestFinished(fresh.drop)
  const { store, insert, seen: counts, derive } = await readOneDay(fresh)
  const database = new Database(fresh.url.slice('sqlite:'.length))
  database.exec('begin immediate')
  database.exec(insert)
  const count = derive()
  await expect.poll(() => counts).toEqual([1])
  database.exec('commit')
  expect(await count).toMatchObject({ added: 2 })
  expect(counts).toEqual([1, 2])
  // Nothing came meanwhile: once is enough.
  expect(await derive()).toMatchObject({ unchanged: 2 })
  expect(counts).toEqual([1, 2, 2])
  database.close()
  await store.close()
})
