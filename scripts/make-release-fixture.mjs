// Writes what a release leaves in its databases, once, with the code of that release:
//   node_modules/.bin/node --conditions=source scripts/make-release-fixture.mjs
// Later releases migrate it and must give the same answers (test/store/release.test.ts). It is never written
// again: a release that has another schema gets a folder of its own, with a key of its own.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import { openLocalChain } from '@vaultwright/chain'
import { openIndexer, readIndexerEnv } from '@vaultwright/indexer'
import { demoPrices, fillGaps, seedDemo } from '@vaultwright/operations'
import { backup, openStore, restore } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { migrations } from '../packages/store/src/migration/list.ts'
import { tableNames } from '../packages/store/src/sql/table/table-name.ts'
import { putSvmDay, putSvmVault, svmVault } from '../test/solana/support/svm-reading-fixture.ts'
import { openPostgres, quick } from '../test/support/service/service-postgres.ts'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const target = join(root, 'fixtures/release', version)
if (existsSync(target)) throw new Error(`${target} is there: a release is written once.`)
const folder = mkdtempSync(join(tmpdir(), 'vaultwright-release-'))
const url = `sqlite:${join(folder, 'release.sqlite')}`
const actor = 'local:release'
const days = { from: '2026-01-14', to: '2026-01-23' }

const { key, paths } = await fill()
const answers = await ask(key, paths)
const copy = join(folder, 'backup.sqlite')
await backup(url, copy)
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'sqlite.sql'), sqliteText(copy))
writeFileSync(join(target, 'postgres.sql'), await postgresText(copy))
writeFileSync(join(target, 'answers.json'), `${JSON.stringify({ key, answers }, null, 1)}\n`)
rmSync(folder, { recursive: true, force: true })
console.log(`${target}: ${Object.keys(answers).length} answers`)
process.exit(0)

/** A vault with trees, ten days with receipts, a failure, a vault of Solana, and what people do. */
async function fill() {
  const chain = await openLocalChain(join(root, 'fixtures/chain'))
  const manifest = { ...chain.manifest, vaults: [chain.manifest.vaults[1]] }
  const [usd] = manifest.vaults
  const store = await openStore(url, { migrate: true })
  const demo = await seedDemo({
    store,
    manifest,
    folder: join(root, 'fixtures/chain'),
    definitions: join(root, 'fixtures/definitions'),
  })
  const indexer = await openIndexer(
    readIndexerEnv({ DATABASE_URL: url, LOCAL_RPC_URL: chain.anvil.url }),
    { observe: () => {}, warn: () => {}, prices: demoPrices(manifest, 'local') },
  )
  const filter = { order: 'oldest', ...days }
  await fillGaps(indexer, { chains: ['local'], filter, signal: AbortSignal.timeout(60_000) })
  await indexer.close()
  await chain.anvil.close()
  await addMore(store, demo.tenantId, usd.vault)
  const active = usd.strategists.map((strategist) => strategist.root)
  await store.close()
  const vault = `/v1/vaults/local/${usd.vault}`
  return {
    key: demo.key,
    paths: [
      '/v1/vaults',
      '/v1/vaults/summaries',
      vault,
      `${vault}/metrics/snapshot/latest`,
      `${vault}/metrics/snapshot`,
      `${vault}/roots`,
      `${vault}/roots/pending`,
      `${vault}/roots/changes`,
      `${vault}/revisions`,
      `${vault}/dailyData?explain=true`,
      `${vault}/performance?explain=true`,
      `/v1/vaults/solana/${svmVault}`,
      `/v1/vaults/solana/${svmVault}/dailyData?explain=true`,
      `/v1/vaults/solana/${svmVault}/metrics/snapshot/latest`,
      `/v1/trees/${active[0]}`,
      '/v1/index',
      '/v1/admin/users',
      '/v1/admin/keys',
      '/v1/admin/audit',
    ],
  }
}

async function addMore(store, tenantId, vault) {
  const user = await store.users.create(tenantId, { name: 'reader', role: 'viewer' }, actor)
  const draft = { userId: user.id, description: 'revoked', ratePerMinute: 5 }
  const { key } = await store.keys.create(tenantId, draft, actor)
  await store.keys.revoke(tenantId, key.id, actor)
  const failure = { chain: 'local', vault, kind: 'vault.snapshot', day: '2026-01-20' }
  const error = { code: 'history_pruned', message: 'The node has no state of the block.' }
  await store.failures.record(tenantId, { ...failure, ...error, retryAtUnix: null })
  const text = readFileSync(join(root, 'fixtures/solana/solana-usd.yaml'), 'utf8')
  const definition = text.replace(/^vault: .*$/m, `vault: ${svmVault}`)
  const solana = await putSvmVault(store, tenantId, definition)
  const supply = { supply: 5_000_000n }
  await putSvmDay(store, solana, { ...supply, day: '2026-01-22', exchangeRate: 1_000_000n })
  await putSvmDay(store, solana, { ...supply, day: '2026-01-23', exchangeRate: 1_000_100n })
}

async function ask(key, paths) {
  const env = readEnv({ DATABASE_URL: url, PORT: '0', METRICS_PORT: 'off', LOG_LEVEL: 'error' })
  const server = await openServer(env)
  const answers = {}
  for (const path of paths) {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${server.url}${path}`, { headers })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    answers[path] = await answer.json()
  }
  await server.close()
  return answers
}

/** The whole file as statements: what `.dump` of SQLite prints. */
function sqliteText(file) {
  const db = new Database(file, { readonly: true })
  const schema = db
    .prepare('select name, type, sql from sqlite_master where sql is not null order by rowid')
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_'))
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name)
  const hasCounters = db.prepare("select 1 from sqlite_master where name = 'sqlite_sequence'").get()
  const inserts = [...tables, ...(hasCounters ? ['sqlite_sequence'] : [])].flatMap((table) => {
    const columns = db.pragma(`table_xinfo("${table}")`).filter(({ hidden }) => hidden === 0)
    const names = columns.map(({ name }) => `"${name}"`)
    const quoted = names.map((name) => `quote(${name})`).join(" || ',' || ")
    const rows = db.prepare(`select ${quoted} as text from "${table}"`).all()
    return rows.map(({ text }) => `insert into "${table}" (${names.join(',')}) values (${text});`)
  })
  db.close()
  const made = (kind) => schema.filter(({ type }) => (type === 'table') === kind)
  const text = (all) => all.map(({ sql }) => `${sql};`)
  return `${[...text(made(true)), ...inserts, ...text(made(false))].join('\n')}\n`
}

/** The schema as the release made it, and the rows as statements. */
async function postgresText(file) {
  const service = await openPostgres(quick)
  await restore(file, service.url)
  const client = new Client({ connectionString: service.url })
  await client.connect()
  const lines = migrations.map(({ sql }) => `${sql.postgres.trim().replace(/;?$/, ';')}`)
  lines.unshift(
    'create table migration (id bigint primary key, name text not null, checksum text not null, applied_at_unix bigint not null);',
  )
  for (const table of ['migration', ...tableNames]) {
    const { rows: columns } = await client.query(
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
      [table],
    )
    const names = columns.map(({ name }) => `"${name}"`)
    const texts = names.map((name) => `quote_nullable(${name}::text)`).join(" || ',' || ")
    const { rows } = await client.query(`select ${texts} as text from "${table}" order by 1`)
    for (const { text } of rows)
      lines.push(
        `insert into "${table}" (${names.join(',')}) overriding system value values (${text});`,
      )
  }
  for (const [table, column] of [
    ['api_key', 'seq'],
    ['audit_entry', 'id'],
  ])
    lines.push(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}));`,
    )
  await client.end()
  await service.stop()
  return `${lines.join('\n')}\n`
}
