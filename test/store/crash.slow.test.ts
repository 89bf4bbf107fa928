import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore, type Store } from '@vaultwright/store'
import { afterAll, expect, test } from 'vitest'
import { ownNode } from '../support/service/own-node.ts'
import { openFreshSqlite, openMigratedPostgres } from '../support/store/store-database.ts'
import {
  addressOf,
  dayOf,
  type Fresh,
  makeTenantVault,
  walk,
} from '../support/store/store-fixture.ts'

/** The number of kills of the writer on each database: 40 times in CI, a few in a hurry, 100 in a campaign. */
const kills = Number(process.env.CRASH_RUNS ?? (process.env.CI ? 40 : 15))
/** Writers at once: each is a process that starts, writes and dies. */
const atOnce = 4

const writer = fileURLToPath(new URL('../support/store/store-writer.ts', import.meta.url))
/** The code that the first writer compiled and the others load: most of a writer's short life is its start. */
const compiled = mkdtempSync(join(tmpdir(), 'vaultwright-compiled-'))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))
const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
const place = { chain: 'ethereum', vault: addressOf(1) }

/** Starts a writer, kills it at some moment, and tells what it acknowledged; every other one has done something by then. */
async function writeAndDie(
  url: string,
  tenantId: string,
  mark: number,
): Promise<readonly string[]> {
  const args = ['--conditions=source', '--no-warnings', writer, url, tenantId, String(mark)]
  const child = spawn(ownNode, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const isDoomed = (words: string) => words.split('\n').length > 1 + (mark % 2)
  let text = ''
  let problem = ''
  child.stderr.on('data', (part) => {
    problem += part
  })
  child.stdout.on('data', (part) => {
    const isFirst = !isDoomed(text)
    text += part
    if (isFirst && isDoomed(text)) {
      setTimeout(() => child.kill('SIGKILL'), 30 + Math.random() * 170)
    }
  })
  const signal = await new Promise((done) => child.once('close', (_code, name) => done(name)))
  if (signal !== 'SIGKILL') throw new Error(`The writer ended by itself: ${problem}`)
  // A line that was cut was not said to the end, so it does not count.
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== 'ready')
}

async function writeAndDieOften(url: string, tenantId: string): Promise<readonly string[]> {
  const reports: string[] = []
  let next = 0
  const lane = async () => {
    while (next < kills) reports.push(...(await writeAndDie(url, tenantId, next++)))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return reports
}

const of = (reports: readonly string[], kind: string) =>
  reports.flatMap((line) => (line.startsWith(`${kind} `) ? [line.slice(kind.length + 1)] : []))

async function assertWhole(
  store: Store,
  tenantId: string,
  reports: readonly string[],
): Promise<void> {
  const keys = new Map((await store.keys.list(tenantId)).map((key) => [key.id, key]))
  const users = new Set((await store.users.list(tenantId)).map(({ id }) => id))
  const events = new Set(
    (await store.roots.history(tenantId, place)).map(({ block }) => String(block)),
  )
  const acts = await walk(
    (query: { readonly after: bigint | null; readonly limit: number }) =>
      store.audit.page(tenantId, query),
    ({ id }) => id,
    10_000,
  )
  const written = new Set(acts.map(({ act, subject }) => `${act} ${subject}`))
  const lost = [
    ...of(reports, 'user').filter((id) => !users.has(id) || !written.has(`user.create ${id}`)),
    ...of(reports, 'key').filter((id) => !keys.has(id) || !written.has(`key.create ${id}`)),
    ...of(reports, 'revoked').filter((id) => !keys.get(id)?.revokedAtUnix),
    ...of(reports, 'revoked').filter((id) => !written.has(`key.revoke ${id}`)),
    ...of(reports, 'tree').filter((root) => !written.has(`tree.push ${root}`)),
    ...of(reports, 'set').filter((block) => !events.has(block)),
    ...of(reports, 'vault').filter((address) => !written.has(`vault.put ${address}`)),
  ]
  expect(lost).toEqual([])
  const marks = new Map((await store.readings.marks(tenantId, place)).map((one) => [one.day, one]))
  expect(of(reports, 'reading').filter((day) => !marks.has(day))).toEqual([])
  const bases = new Map((await store.derived.bases(tenantId, place)).map((one) => [one.day, one]))
  expect(of(reports, 'derived').filter((day) => !bases.has(day))).toEqual([])
  for (const { day, snapshot, daily } of bases.values()) {
    // Both values of a day or none, and of the reading that is there.
    expect([snapshot, daily]).toEqual(
      Array(2).fill(JSON.stringify({ day: marks.get(day)?.digest })),
    )
    const receipt = await store.derived.receipt(tenantId, { ...place, day }, 'daily')
    expect(receipt?.text).toBe(marks.get(day)?.digest)
  }
  for (const root of of(reports, 'tree')) {
    expect((await store.trees.find(tenantId, root as `0x${string}`))?.leafCount).toBe(20)
  }
  // Nothing is there without its entry, and no entry without its thing.
  expect([...users].filter((id) => !written.has(`user.create ${id}`))).toEqual([])
  expect([...keys.keys()].filter((id) => !written.has(`key.create ${id}`))).toEqual([])
  const madeKeys = acts.filter(({ act }) => act === 'key.create').map(({ subject }) => subject)
  expect(madeKeys.filter((id) => !keys.has(id))).toEqual([])
  const pointed = new Set(of(reports, 'points'))
  for (const { act, subject } of acts.filter(({ act }) => act === 'vault.put')) {
    const place = { chain: 'base', vault: subject as `0x${string}` }
    const vault = await store.vaults.find(tenantId, place)
    expect(
      vault?.deployments.map(({ strategists }) => strategists.length),
      act,
    ).toEqual([2, 2])
    const range = { from: dayOf(0), to: dayOf(9) }
    const days = await store.dailyPoints.page(
      tenantId,
      { ...place, chain: 'ethereum', ...range },
      { after: null, limit: 9 },
    )
    // All of them or none; all of them where the writer said so.
    expect(pointed.has(subject) ? [3] : [0, 3]).toContain(days.items.length)
  }
  const active = await store.roots.active(tenantId, place)
  expect(active.length).toBeLessThanOrEqual(1)
}

async function crash(fresh: Fresh): Promise<void> {
  const store = await fresh.open({ migrate: true })
  const { tenant } = await makeTenantVault(store)
  await store.close()
  const reports = await writeAndDieOften(fresh.url, tenant.id)
  expect(reports.length).toBeGreaterThanOrEqual(Math.floor(kills / 2))
  const again = await openStore(fresh.url)
  try {
    await assertWhole(again, tenant.id, reports)
  } finally {
    await again.close()
  }
  console.log(
    `${again.kind}: killed ${kills} writers, ${reports.length} acknowledged acts, none lost`,
  )
}

test('law: SIGKILL at any moment loses nothing acknowledged on SQLite, and corrupts nothing', async () => {
  const fresh = await openFreshSqlite()
  try {
    await crash(fresh)
    expect(await fresh.ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(await fresh.ask('PRAGMA foreign_key_check')).toEqual([])
  } finally {
    await fresh.drop()
  }
})

test('law: SIGKILL at any moment loses nothing acknowledged on PostgreSQL, and corrupts nothing', async () => {
  const fresh = await openMigratedPostgres()
  try {
    await crash(fresh)
    const orphans = `select 1 from api_key k left join tenant_user u
      on u.tenant_id = k.tenant_id and u.id = k.user_id where u.id is null`
    expect(await fresh.ask(orphans)).toEqual([])
  } finally {
    await fresh.drop()
  }
})
