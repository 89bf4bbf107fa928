import { backup, migrate, openStore, restore, statusOf } from '@vaultwright/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyMigrations } from '../../packages/store/src/migration/run.ts'
import { withEngine } from '../../packages/store/src/open.ts'
import { openFreshPostgres, openFreshSqlite } from '../support/store/store-database.ts'
import {
  addressOf,
  dayOf,
  type Fresh,
  performanceOf,
  pointOf,
  snapshotOf,
} from '../support/store/store-fixture.ts'

const openers = { sqlite: openFreshSqlite, postgres: openFreshPostgres }
const kinds = ['sqlite', 'postgres'] as const
const pairs = kinds.flatMap((from) => kinds.map((to) => [from, to] as const))
const place = { chain: 'ethereum', vault: addressOf(1) }
const vault = place.vault.toLowerCase()
const key = `'t1', '${vault}', 'ethereum'`
/** The stored values of the second release in both databases, as it wrote them. */
const value = `${'9'.repeat(30)}.0000000000000000000000001`
const rows = [
  "insert into tenant values ('t1', 'acme', 5)",
  `insert into vault values ('t1', '${vault}', 'v1', 'One', 'active', null, null, null, 5)`,
  `insert into deployment values (${key}, '${vault}', null, null, '[]', null, null)`,
  `insert into snapshot values (${key}, '${dayOf(0)}', 21000000, '0x${'6'.padStart(64, 'e')}', 1800000000,
    'yield_streaming', 'USDC', '${value}', '${value}', '${value}',
    '[{"protocol":"aave","asset":"USDC","balance":"${value}"}]',
    '{"ethereum":{"USDC":"1","__proto__":"${value}"}}', '${value}', 86400)`,
  ...[0, 1, 2].map(
    (day) => `insert into daily_point values (${key}, '${dayOf(day)}', 1800000000, 21000000, null,
      '${value}', '${value}', '${value}', null)`,
  ),
  `insert into performance values (${key}, '${dayOf(0)}', '0.05', null, null, '0.05', null, '0.05',
    '[{"chain":"base","protocol":"aave","allocation":"0.5","apy":"0.05","apyNet":null}]',
    '[{"chain":"base","protocol":"pendle","allocation":"0.5","apy":"0.05","apyNet":"0.05","asset":"PT","maturityUnix":"1900000000"}]')`,
  "insert into job (kind, key, state, attempts, payload, run_at_unix, created_at_unix) values ('k', '1', 'done', 1, '', 0, 0)",
]

async function openFresh(kind: (typeof kinds)[number]): Promise<Fresh> {
  const fresh = await openers[kind]()
  onTestFinished(fresh.drop)
  return fresh
}

/** A database as the second migration left it, with rows. */
async function makeSecond({ url, ask }: Fresh): Promise<void> {
  await withEngine(url, {}, (engine) => applyMigrations(engine.migrationContext, engine.nowUnix, 2))
  for (const row of rows) await ask(row)
}

async function assertUnchanged(url: string): Promise<void> {
  const store = await openStore(url)
  try {
    // The release did not count net assets.
    const stored = {
      ...snapshotOf(place, dayOf(0), value),
      nav: null,
      allowances: null,
      worthBounds: null,
    }
    expect(await store.snapshots.latest('t1', place)).toEqual(stored)
    expect(await store.performances.latest('t1', place)).toEqual(performanceOf(place, dayOf(0)))
    const range = { ...place, from: dayOf(0), to: dayOf(9) }
    const { items } = await store.dailyPoints.page('t1', range, { after: null, limit: 9 })
    expect(items).toEqual([0, 1, 2].map((day) => pointOf(place, dayOf(day), value)))
    const bases = await store.derived.bases('t1', place)
    expect(bases).toEqual(
      [0, 1, 2].map((day) => ({
        day: dayOf(day),
        snapshot: null,
        daily: null,
        performance: null,
      })),
    )
    // What could not be null before can be now.
    const unknown = { sharePrice: null, totalAssets: null }
    const point = { ...pointOf(place, dayOf(5)), ...unknown }
    await store.dailyPoints.put('t1', [point])
    const snapshot = { ...snapshotOf(place, dayOf(5)), ...unknown, totalSupply: null }
    await store.snapshots.put('t1', snapshot)
    expect(await store.snapshots.latest('t1', place)).toEqual(snapshot)
    const query = { ...range, from: dayOf(5) }
    const page = await store.dailyPoints.page('t1', query, { after: null, limit: 9 })
    expect(page.items).toEqual([point])
  } finally {
    await store.close()
  }
}

describe.each(kinds)('%s', (kind) => {
  test('default: a database of the second release keeps its values when it is migrated', async () => {
    const fresh = await openFresh(kind)
    await makeSecond(fresh)
    expect((await statusOf(fresh.url)).pending).toEqual([
      { id: 3, name: 'reading' },
      { id: 4, name: 'chain-slug' },
      { id: 5, name: 'session' },
      { id: 6, name: 'swap' },
      { id: 7, name: 'svm' },
      { id: 8, name: 'witness' },
      { id: 9, name: 'state-pack' },
      { id: 10, name: 'identity' },
      { id: 11, name: 'nav' },
      { id: 12, name: 'allowance' },
      { id: 13, name: 'safe' },
      { id: 14, name: 'account-name' },
      { id: 15, name: 'review' },
      { id: 16, name: 'execution' },
      { id: 17, name: 'control' },
      { id: 18, name: 'safe-look' },
      { id: 19, name: 'vault-review' },
      { id: 20, name: 'worth-bounds' },
      { id: 21, name: 'withdraw-queue' },
    ])
    await expect(openStore(fresh.url)).rejects.toMatchObject({ code: 'not_migrated' })
    expect((await migrate(fresh.url)).pending).toEqual([])
    await assertUnchanged(fresh.url)
    const orphan = `insert into daily_point (tenant_id, vault, chain, day, at_unix, block_number)
      values ('t1', '${vault}', 'mars', '${dayOf(1)}', 1, 1)`
    await expect(fresh.ask(orphan)).rejects.toThrow(/foreign key/i)
    await expect(fresh.ask('select 1 from job')).rejects.toThrow(/job/)
  })
})

test.each(pairs)(
  'behavior: a backup of the second release, of %s, is restored into %s',
  async (from, to) => {
    const fresh = await openFresh(from)
    const target = await openFresh(to)
    const folder = await openFresh('sqlite')
    const file = `${folder.url.slice('sqlite:'.length)}.backup`
    await makeSecond(fresh)
    await backup(fresh.url, file)
    expect((await statusOf(file)).applied.length).toBe(2)
    expect(await restore(file, target.url)).toMatchObject({ daily_point: 3, performance: 1 })
    await assertUnchanged(target.url)
    await expect(restore(file, target.url)).rejects.toMatchObject({ code: 'store_not_empty' })
  },
)
