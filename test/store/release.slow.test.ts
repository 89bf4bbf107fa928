import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import { backup, migrate, restore, statusOf } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFreshPostgres, openFreshSqlite } from '../support/store/store-database.ts'
import type { Fresh } from '../support/store/store-fixture.ts'

/** The folder of each release's databases, and its answers from them. */
const folder = join(import.meta.dirname, '../../fixtures/release')
const releases = readdirSync(folder)
const kinds = ['sqlite', 'postgres'] as const
const pairs = releases.flatMap((release) => kinds.map((kind) => [release, kind] as const))

type Release = { readonly key: string; readonly answers: Readonly<Record<string, unknown>> }

const textOf = (release: string, file: string) => readFileSync(join(folder, release, file), 'utf8')
const readRelease = (release: string): Release => JSON.parse(textOf(release, 'answers.json'))

/** Makes the database as the release left it. */
async function load(release: string, kind: (typeof kinds)[number]): Promise<Fresh> {
  const fresh = kind === 'sqlite' ? await openFreshSqlite() : await openFreshPostgres()
  onTestFinished(fresh.drop)
  const text = textOf(release, `${kind}.sql`)
  if (kind === 'sqlite') {
    const path = fresh.url.slice('sqlite:'.length)
    mkdirSync(dirname(path), { recursive: true })
    const db = new Database(path)
    db.pragma('foreign_keys = off')
    db.exec(text)
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.close()
    return fresh
  }
  const client = new Client({ connectionString: fresh.url })
  await client.connect()
  await client.query(text)
  await client.end()
  return fresh
}

/** The fields that depend on the clock of the machine, or on earlier callers. */
const moving = new Set(['last_used_at', 'lag_seconds', 'lost_days'])
/** Values of a formula that gave way to a newer one are stale, until they are computed again. */
const byFormula = new Set(['stale_days', 'stale', 'is_current'])
/** Days of a vault on Solana are due by the clock; those of other chains by the head that the database keeps. */
const movingOnSolana = new Set(['due_to', 'is_current', 'missing_days'])

function withoutMoving(value: unknown): unknown {
  const text = JSON.stringify(value, function (this: { readonly chain?: string }, key, part) {
    const isMoving =
      moving.has(key) || byFormula.has(key) || (this.chain === 'solana' && movingOnSolana.has(key))
    return isMoving ? undefined : part
  })
  return JSON.parse(text)
}

type Due = {
  readonly chain: string
  readonly due_to: string
  readonly is_current: boolean
  readonly missing_days: readonly string[]
  readonly stale_days: readonly string[]
  /** Not in answers of the first release. */
  readonly missing: Gaps
  readonly lost: Gaps
}
type Gaps = { readonly ranges: readonly { readonly from: string; readonly to: string }[] }

/** Asserts that the days due on Solana since the release are missing or lost, and nothing else changed. */
function assertDue(statuses: readonly Due[], released: readonly Due[]): void {
  const [now, before] = [statuses, released].map((list) => list.find(isOnSolana)!)
  const open = [...now!.missing.ranges, ...now!.lost.ranges]
  const isOpen = (one: string) => open.some(({ from, to }) => one >= from && one <= to)
  for (let day = before!.due_to; day < now!.due_to; ) {
    day = dayAfter(day)
    expect(isOpen(day), day).toBe(true)
  }
  expect(now!.due_to >= before!.due_to).toBe(true)
  expect(now!.missing_days.every((day) => day > before!.due_to)).toBe(true)
  // What is lost is not left to do: nothing reads it any more.
  expect(now!.is_current).toBe(now!.missing_days.length === 0)
}

/** Every day of a vault whose formulas gave way is stale, and no other. */
function assertStale(statuses: readonly Due[], released: readonly Due[]): void {
  for (const [index, { chain, stale_days: stale, is_current: isCurrent }] of statuses.entries()) {
    const before = released[index]!
    if (chain === 'solana') expect(stale).toEqual(before.stale_days)
    else expect(stale).toEqual(expect.arrayContaining([...before.stale_days]))
    if (stale.length > before.stale_days.length) expect(isCurrent).toBe(false)
  }
}

const dueIn = (answers: Release['answers']) =>
  (answers['/v1/index'] as { readonly data: readonly Due[] }).data
const isOnSolana = ({ chain }: Due) => chain === 'solana'
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Asks a service on the database what the release was asked. */
async function askAll(url: string, { key, answers }: Release) {
  const variables = { DATABASE_URL: url, PORT: '0', METRICS_PORT: 'off', LOG_LEVEL: 'silent' }
  const server = await openServer(readEnv(variables))
  try {
    const headers = { authorization: `Bearer ${key}` }
    const ready = await fetch(`${server.url}/readyz`)
    expect(await ready.json()).toMatchObject({ parts: { store: { status: 'ready' } } })
    const releaseAnswers: Record<string, unknown> = {}
    for (const path of Object.keys(answers))
      releaseAnswers[path] = await (await fetch(`${server.url}${path}`, { headers })).json()
    assertDue(dueIn(releaseAnswers), dueIn(answers))
    assertStale(dueIn(releaseAnswers), dueIn(answers))
    return withoutMoving(releaseAnswers)
  } finally {
    await server.close()
  }
}

describe.each(pairs)('%s on %s', (release, kind) => {
  test('golden: the database is migrated, and the service answers from it as the release did', async () => {
    const { url } = await load(release, kind)
    const before = await statusOf(url)
    expect(before.applied.length).toBeGreaterThan(0)
    const after = await migrate(url)
    expect(after.pending).toEqual([])
    // What the release had applied is not applied again.
    expect(after.applied.slice(0, before.applied.length)).toEqual(before.applied)
    const golden = readRelease(release)
    // A later release may say more, and nothing else.
    expect(await askAll(url, golden)).toMatchObject(withoutMoving(golden.answers) as object)
  })

  test('law: a backup of it is the same database, before it is migrated and after', async () => {
    const source = await load(release, kind)
    const golden = readRelease(release)
    for (const step of ['released', 'migrated']) {
      if (step === 'migrated') await migrate(source.url)
      const place = await openFreshSqlite()
      const target = kind === 'sqlite' ? await openFreshPostgres() : await openFreshSqlite()
      onTestFinished(place.drop)
      onTestFinished(target.drop)
      const file = place.url.slice('sqlite:'.length)
      await backup(source.url, file)
      await restore(file, target.url)
      expect(await askAll(target.url, golden), step).toMatchObject(
        withoutMoving(golden.answers) as object,
      )
    }
  })

  test('refuses: to serve it before it is migrated, or when a migration is another', async () => {
    const fresh = await load(release, kind)
    await fresh.ask("update migration set checksum = 'other' where id = 1")
    const variables = { DATABASE_URL: fresh.url, PORT: '0', LOG_LEVEL: 'silent' }
    await expect(openServer(readEnv(variables))).rejects.toMatchObject({
      code: 'migration_mismatch',
      facts: { why: 'changed' },
    })
  })
})

test('behavior: a wrong value in one answer is found', async () => {
  const golden = readRelease(releases[0]!)
  const text = JSON.stringify(golden.answers)
  const wrong = text.replace(/"share_price":[^,]*,/, '"share_price":null,')
  expect(wrong).not.toBe(text)
  expect(JSON.parse(wrong)).not.toMatchObject(withoutMoving(golden.answers) as object)
})
