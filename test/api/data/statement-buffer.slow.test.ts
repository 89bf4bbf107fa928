import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMigratedPostgres } from '../../support/store/store-database.ts'
import {
  addressOf,
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
  readingOf,
  snapshotOf,
} from '../../support/store/store-fixture.ts'
import { openTestApi, testActor } from '../support/harness.ts'

const vaults = 100
const days = 365
const chain = 'base'

/**
 * Pages of 8 kB that a statement may touch: one seek in each of four tables for each vault, of five pages at most. All
 * days of all vaults are more than a hundred thousand.
 */
const maxBuffers = vaults * 4 * 5

type Sent = { readonly text: string; readonly values: readonly unknown[] }

/** Repeats the rows of the first vault's first day for every day of every vault. */
function expansionOf(table: string, columns: readonly string[]): string {
  const picked = columns.map((name) => {
    if (name === 'vault') return 'd.vault'
    if (name === 'day') return "to_char(date '2025-01-01' + i, 'YYYY-MM-DD')"
    if (name === 'at_unix') return '1735689600 + 86400 * i'
    return `t.${name}`
  })
  return `insert into ${table} (${columns.join(', ')})
    select ${picked.join(', ')}
    from (select * from ${table} limit 1) t, deployment d, generate_series(0, ${days - 1}) i
    on conflict do nothing`
}

test('law: no statement of a read touches the days of other vaults, with 100 vaults of 365 days', async () => {
  const fresh = await openMigratedPostgres()
  onTestFinished(fresh.drop)
  const store = await fresh.open()
  onTestFinished(() => store.close())
  const api = await openTestApi({ store })
  onTestFinished(() => api.close())
  const { id } = api.tenant
  for (let index = 1; index <= vaults; index++) {
    await store.vaults.put(id, draftOf(index, [chain]), testActor)
  }
  const first = { chain, vault: addressOf(1) }
  const day = dayOf(1)
  await store.snapshots.put(id, snapshotOf(first, day))
  await store.dailyPoints.put(id, [pointOf(first, day)])
  await store.performances.put(id, performanceOf(first, day))
  await store.readings.put(id, readingOf(first, day), null)
  for (const table of ['snapshot', 'daily_point', 'performance', 'reading']) {
    const columns = await fresh.ask(
      `select column_name as name from information_schema.columns where table_name = '${table}'`,
    )
    await fresh.ask(
      expansionOf(
        table,
        columns.map(({ name }) => String(name)),
      ),
    )
  }
  const head = { number: 9n, hash: readingOf(first, day).blockHash, atUnix: 1_767_225_600n }
  await store.heads.raise({ chain, ...head })
  await fresh.ask('analyze')
  const [rows] = await fresh.ask('select count(*) as count from snapshot')
  expect(Number(rows!.count)).toBeGreaterThanOrEqual(vaults * days)

  const headers = await api.as('admin')
  const sent = new Map<string, Sent>()
  const query = vi.spyOn(Client.prototype, 'query')
  const vault = `/v1/vaults/${chain}/${addressOf(50)}`
  for (const path of [
    '/v1/vaults?page_size=100',
    '/v1/vaults/summaries?page_size=100',
    '/v1/index?page_size=100',
    `/v1/index?vault_address=${addressOf(50)}`,
    vault,
    `${vault}/metrics/snapshot/latest`,
    `${vault}/metrics/snapshot`,
    `${vault}/roots`,
    `${vault}/roots/pending`,
    `${vault}/roots/changes`,
    `${vault}/revisions`,
    `${vault}/dailyData?page_size=100`,
    `${vault}/dailyData?explain=true`,
    `${vault}/performance`,
    '/v1/admin/users',
    '/v1/admin/keys',
    '/v1/admin/audit?page_size=100',
  ]) {
    const { status } = await api.ask('GET', path, { headers })
    expect([path, status]).toEqual([path, 200])
  }
  for (const [config] of query.mock.calls as unknown as readonly (readonly unknown[])[]) {
    if (typeof config !== 'object' || config === null || !('text' in config)) continue
    const { text, values = [] } = config as Sent
    if (/^\s*select /.test(text) && !sent.has(text)) sent.set(text, { text, values })
  }
  query.mockRestore()
  expect(sent.size).toBeGreaterThan(10)

  const client = new Client({ connectionString: fresh.url })
  await client.connect()
  onTestFinished(() => client.end())
  const heavy: unknown[] = []
  for (const { text, values } of sent.values()) {
    const plan = await client.query({
      text: `explain (analyze, buffers, format json) ${text}`,
      values: [...values],
    })
    const [{ Plan }] = plan.rows[0]['QUERY PLAN']
    const buffers = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    if (buffers > maxBuffers) heavy.push([buffers, text])
  }
  expect(heavy).toEqual([])
})
