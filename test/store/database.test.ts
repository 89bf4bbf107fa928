import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, migrate, openStore, restore, statusOf } from '@vaultwright/store'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFilesOf } from '../support/open-file.ts'
import {
  openFreshPostgres,
  openFreshSqlite,
  openMigratedPostgres,
} from '../support/store/store-database.ts'
import { by, type Fresh, makeTenantVault } from '../support/store/store-fixture.ts'
import { fill } from './store-fill.ts'

const openers = { sqlite: openFreshSqlite, postgres: openFreshPostgres }
const kinds = ['sqlite', 'postgres'] as const
const pairs = kinds.flatMap((from) => kinds.map((to) => [from, to] as const))

async function openFresh(kind: 'sqlite' | 'postgres'): Promise<Fresh> {
  const fresh = await openers[kind]()
  onTestFinished(fresh.drop)
  return fresh
}

/** One that may have every migration already. */
async function openReady(kind: 'sqlite' | 'postgres'): Promise<Fresh> {
  const fresh = kind === 'sqlite' ? await openFreshSqlite() : await openMigratedPostgres()
  onTestFinished(fresh.drop)
  return fresh
}

describe.each(kinds)('%s', (kind) => {
  test('default: a database is refused until it is migrated, by ten at once if need be', async () => {
    const { url } = await openFresh(kind)
    const all = [
      { id: 1, name: 'first' },
      { id: 2, name: 'audit-insert' },
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
    ]
    expect(await statusOf(url)).toEqual({ kind, applied: [], pending: all })
    await expect(openStore(url)).rejects.toMatchObject({ code: 'not_migrated' })
    const migrations = await Promise.all(Array.from({ length: 10 }, () => migrate(url)))
    for (const status of migrations) expect(status.pending).toEqual([])
    expect((await statusOf(url)).applied).toMatchObject(all)
    const store = await openStore(url)
    await store.ping()
    await store.close()
    await store.close()
  })

  test('error: MigrationMismatchError for a database of another program', async () => {
    const fresh = await openFresh(kind)
    await migrate(fresh.url)
    await fresh.ask("insert into migration values (22, 'later', 'x', 1)")
    const newer = { code: 'migration_mismatch', facts: { why: 'newer', id: 22, name: 'later' } }
    await expect(openStore(fresh.url)).rejects.toMatchObject(newer)
    await expect(migrate(fresh.url)).rejects.toMatchObject(newer)
    await fresh.ask('delete from migration where id = 22')
    await fresh.ask("update migration set checksum = 'x'")
    const changed = { code: 'migration_mismatch', facts: { why: 'changed' } }
    await expect(statusOf(fresh.url)).rejects.toMatchObject(changed)
  })

  test('error: a reference to another tenant cannot even be stored', async () => {
    const fresh = await openReady(kind)
    const store = await fresh.open({ migrate: true })
    const [first, second] = [await makeTenantVault(store), await makeTenantVault(store)]
    const draft = { userId: first.user.id, description: '', ratePerMinute: null }
    await store.keys.create(first.tenant.id, draft, by)
    await store.close()
    const foreign = `update api_key set tenant_id = '${second.tenant.id}'`
    await expect(fresh.ask(foreign)).rejects.toThrow(/foreign key/i)
  })
})

test.each(pairs)('law: a backup of %s restored into %s is the same store', async (from, to) => {
  const fresh = await openReady(from)
  const target = await openFresh(to)
  const folder = await openFresh('sqlite')
  const file = `${folder.url.slice('sqlite:'.length)}.backup`
  const { store, tenant, user, seen: viewBefore } = await fill(fresh)
  const before = await viewBefore(store)
  await backup(fresh.url, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await store.tenants.create({ name: 'after-the-backup' }, by)
  await store.close()
  const counts = await restore(file, target.url)
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
  const copy = await target.open()
  expect(await viewBefore(copy)).toEqual(before)
  const draft = { userId: user.id, description: 'next', ratePerMinute: null }
  await copy.keys.create(tenant.id, draft, by)
  expect((await copy.keys.list(tenant.id))[0]?.description).toBe('next')
  await copy.close()
  const again = restore(file, target.url)
  await expect(again).rejects.toMatchObject({ code: 'store_not_empty' })
  await expect(backup(fresh.url, file)).rejects.toMatchObject({ code: 'backup_exists' })
})

test.each(kinds)(
  'behavior: a backup of %s ends while others write without a pause',
  async (kind) => {
    const fresh = await openReady(kind)
    const folder = await openFresh('sqlite')
    const file = `${folder.url.slice('sqlite:'.length)}.backup`
    const { store, tenant } = await fill(fresh)
    const large = {
      id: 'large',
      createdAtUnix: 1n,
      expiresAtUnix: 2n ** 50n,
      body: 'x'.repeat(4e6),
    }
    await store.simulations.put(tenant.id, large)
    let isDone = false
    const done = backup(fresh.url, file).then(() => {
      isDone = true
    })
    let written = 0
    for (; !isDone && written < 2000; written++) {
      await store.simulations.put(tenant.id, { ...large, id: `${written}`, body: '{}' })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await done
    await store.close()
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(2000)
    const counts = await restore(file, `${file}.restored`)
    expect(counts.simulation).toBeLessThanOrEqual(2 + written)
  },
)

test('error: BackupUnwritableError where the system lets nothing be written, and nothing is left', async () => {
  const fresh = await openFresh('sqlite')
  await (await fresh.open({ migrate: true })).close()
  const path = fresh.url.slice('sqlite:'.length)
  const refusal = { code: 'backup_unwritable', facts: { file: `${path}/beneath` } }
  await expect(backup(fresh.url, `${path}/beneath`)).rejects.toMatchObject(refusal)
  const long = join(dirname(path), 'x'.repeat(300))
  await expect(backup(fresh.url, long)).rejects.toMatchObject({ code: 'backup_unwritable' })
  expect(readdirSync(dirname(path)).filter((name) => !name.startsWith('store.db'))).toEqual([])
})

test('error: InvalidBackupError for what is not a whole backup, and nothing is restored', async () => {
  const fresh = await openFresh('sqlite')
  const { store } = await fill(fresh)
  await store.close()
  const path = fresh.url.slice('sqlite:'.length)
  const file = `${path}.backup`
  await backup(fresh.url, file)
  const bytes = readFileSync(file)
  const cut = `${path}.cut`
  const target = `${path}.target`
  const refusal = { code: 'invalid_backup' }
  for (const wrong of [bytes.subarray(0, 8192), Buffer.from('no database'), Buffer.alloc(0)]) {
    writeFileSync(cut, wrong)
    await expect(restore(cut, target)).rejects.toMatchObject(refusal)
  }
  await expect(restore(`${path}.none`, target)).rejects.toMatchObject(refusal)
  expect(existsSync(target)).toBe(false)
  expect(openFilesOf(cut)).toEqual([])
})

test('default: an SQLite store is private to its owner', async () => {
  const fresh = await openFresh('sqlite')
  const path = fresh.url.slice('sqlite:'.length)
  const store = await fresh.open({ migrate: true })
  await store.tenants.create({ name: 'private' }, by)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  for (const end of ['', '-wal', '-shm']) expect(statSync(path + end).mode & 0o777).toBe(0o600)
  await store.close()
})

test('error: StoreUnavailableError while another process writes, and nothing is half written', async () => {
  const fresh = await openFresh('sqlite')
  const { store, tenant } = await fill(fresh)
  const { default: Database } = await import('better-sqlite3')
  const database = new Database(fresh.url.slice('sqlite:'.length))
  await store.close()
  const waiting = await fresh.open({ waitMs: 100 })
  database.exec('begin immediate')
  const acts = async () => (await waiting.audit.page(tenant.id, { after: null, limit: 99 })).items
  const before = await acts()
  const pending = waiting.users.create(tenant.id, { name: 'late', role: 'admin' }, by)
  await expect(pending).rejects.toMatchObject({ code: 'store_unavailable', retryable: true })
  expect(await waiting.users.find(tenant.id, 'late')).toBeNull()
  expect(await acts()).toEqual(before)
  const patient = await fresh.open({ waitMs: 5000 })
  const later = patient.users.create(tenant.id, { name: 'late', role: 'admin' }, by)
  setTimeout(() => database.exec('commit'), 50)
  expect((await later).name).toBe('late')
  // Nothing else writes there: asking has it tried again.
  expect(waiting.writeFailure()).toMatchObject({ reason: 'another process is writing' })
  await expect.poll(() => waiting.writeFailure()).toBeNull()
  await expect.poll(() => fresh.ask("select * from challenge where purpose = 'trial'")).toEqual([])
  database.close()
  await patient.close()
  await waiting.close()
})

test('error: StoreUnavailableError when there is no room left, and nothing is half written', async () => {
  const fresh = await openFresh('sqlite')
  const { store, tenant } = await fill(fresh)
  await store.close()
  const [pages] = await fresh.ask('PRAGMA page_count')
  const full = await fresh.open({ maxPages: Number(pages!.page_count) + 20 })
  const names: string[] = []
  const fillUp = async () => {
    for (let round = 0; round < 1000; round++) {
      const body = 'x'.repeat(2000)
      const simulation = { id: `sim-${round}`, createdAtUnix: 1n, expiresAtUnix: 2n ** 50n, body }
      await full.simulations.put(tenant.id, simulation)
      names.push(simulation.id)
    }
  }
  await expect(fillUp()).rejects.toMatchObject({ code: 'store_unavailable', retryable: true })
  expect(names.length).toBeGreaterThan(0)
  const large = { id: 'large', createdAtUnix: 1n, expiresAtUnix: 2n ** 50n, body: 'x'.repeat(1e6) }
  const put = full.simulations.put(tenant.id, large)
  await expect(put).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(full.writeFailure()).toMatchObject({ reason: 'the disk or the file is full' })
  for (const id of names) expect(await full.simulations.find(id)).not.toBeNull()
  expect(await full.simulations.find('large')).toBeNull()
  await full.close()
  expect(await fresh.ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  const roomy = await fresh.open()
  await roomy.simulations.put(tenant.id, large)
  expect(roomy.writeFailure()).toBeNull()
  await roomy.close()
})

test('error: StoreDamagedError for a file that is not a database, StoreUnavailableError for one out of reach', async () => {
  const fresh = await openFresh('sqlite')
  const path = fresh.url.slice('sqlite:'.length)
  await (await fresh.open({ migrate: true })).close()
  writeFileSync(path, 'this is not a database, and it never was one'.repeat(200))
  await expect(openStore(path)).rejects.toMatchObject({ code: 'store_damaged' })
  chmodSync(path, 0o600)
  const beneath = migrate(`${path}/beneath/store.db`)
  await expect(beneath).rejects.toMatchObject({ code: 'store_unavailable' })
  const unreachable = openStore('postgres://u:p@127.0.0.1:1/none')
  await expect(unreachable).rejects.toMatchObject({ code: 'store_unavailable', retryable: true })
})

test('error: StoreUnavailableError when the server cuts a transaction, and the process lives on', async () => {
  const fresh = await openReady('postgres')
  const store = await fresh.open({ migrate: true })
  const { tenant, user } = await makeTenantVault(store)
  const client = new Client({ connectionString: fresh.url })
  await client.connect()
  await client.query('begin')
  await client.query('select 1 from tenant_user for update')
  const refused = expect(store.users.deactivate(tenant.id, user.id, by)).rejects.toMatchObject({
    code: 'store_unavailable',
    retryable: true,
  })
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await client.query(cut)).rowCount).toBe(1)
  await refused
  await client.end()
  expect((await store.users.deactivate(tenant.id, user.id, by)).isActive).toBe(false)
  await store.close()
})

test('error: DeploymentInUseError when a root is pushed while its chain is taken away', async () => {
  const fresh = await openReady('postgres')
  const store = await fresh.open({ migrate: true })
  const { tenant, vaultRef } = await makeTenantVault(store)
  const vault = (await store.vaults.find(tenant.id, vaultRef))!
  const deployments = vault.deployments.filter(({ chain }) => chain !== vaultRef.chain)
  const columns = [tenant.id, vaultRef.vault.toLowerCase(), vaultRef.chain]
  const client = new Client({ connectionString: fresh.url })
  await client.connect()
  await client.query('begin')
  const insert = `insert into root (tenant_id, vault, chain, strategist, root, is_pushed, is_onchain, is_active)
    values ($1, $2, $3, 'x', $4, 1, 0, 0)`
  await client.query(insert, [...columns, `0x${'1'.repeat(64)}`])
  const refused = expect(store.vaults.put(tenant.id, { ...vault, deployments }, by)).rejects
  const inUse = refused.toMatchObject({ code: 'deployment_in_use' })
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await fresh.ask(waiting)).length).toBe(1)
  await client.query('commit')
  await inUse
  await client.end()
  await store.close()
})
