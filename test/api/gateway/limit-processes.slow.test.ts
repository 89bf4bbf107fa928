import { once } from 'node:events'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ApiProcess, startApi } from '../../support/service/api-start.ts'
import { openKeyspace, openRedis } from '../../support/service/service.ts'
import { canRun } from '../../support/skip-unless.ts'
import { openFreshPostgres, openFreshSqlite } from '../../support/store/store-database.ts'
import type { Fresh } from '../../support/store/store-fixture.ts'
import { assertDocumented } from '../support/documented.ts'
import { makeKey, testActor } from '../support/harness.ts'

const limit = 60

type Key = Awaited<ReturnType<typeof makeKey>>
type LimitAnswer = {
  readonly status: number
  readonly remaining: number
  readonly retryAfter: number
}

const hasRedis = canRun((await openKeyspace()) !== null, 'there is no Redis')

/** Starts the service as a process of its own, which ends with the test. */
function start(databaseUrl: string, redisUrl: string | null): Promise<ApiProcess> {
  // On a busy machine an answer is late, and Redis is not away for that; one that is killed breaks its connection.
  const redis = redisUrl === null ? {} : { REDIS_URL: redisUrl, REDIS_TIMEOUT_MS: '60000' }
  return startApi({ databaseUrl, env: { RATE_LIMIT_PER_MINUTE: `${limit}`, ...redis } })
}

async function ask({ url }: ApiProcess, { text: key }: Key): Promise<LimitAnswer | null> {
  const path = '/v1/vaults'
  const pending = fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  const response = await pending.catch(() => null)
  const text = await response?.text().catch(() => null)
  if (response === null || text === null || text === undefined) return null
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  assertDocumented('GET', path, { status, headers, text })
  return {
    status,
    remaining: Number(headers['ratelimit-remaining']),
    retryAfter: Number(headers['retry-after']),
  }
}

/** Asks all processes in turn, all requests at once. */
async function askOften(processes: readonly ApiProcess[], key: Key, count: number) {
  const all = Array.from({ length: count }, (_, index) =>
    ask(processes[index % processes.length]!, key),
  )
  const answers = (await Promise.all(all)).filter((one) => one !== null)
  const passed = answers.filter(({ status }) => status === 200)
  const limited = answers.filter(({ status }) => status === 429)
  return { answers: answers, passed, limited }
}

/** A database with a tenant, and what makes keys for it. */
async function prepare(open: () => Promise<Fresh>) {
  const fresh = await open()
  onTestFinished(() => fresh.drop())
  const store = await fresh.open({ migrate: true })
  onTestFinished(() => store.close())
  const tenant = await store.tenants.create({ name: 'acme' }, testActor)
  return {
    url: fresh.url,
    store,
    makeKey: (name: string) => makeKey(store, tenant.id, { name, role: 'viewer' }),
    tenant,
  }
}

describe.skipIf(!hasRedis)('two processes on one Redis', () => {
  test('behavior: 8 of 200 requests at once exactly 60 pass, and again 60 when the window is over', async () => {
    const redis = (await openRedis())!
    onTestFinished(redis.stop)
    const { url, makeKey } = await prepare(openFreshSqlite)
    const processes = await Promise.all([start(url, redis.url), start(url, redis.url)])
    const [key, otherKey] = [await makeKey('one'), await makeKey('other')]
    const first = await askOften(processes, key, 200)
    expect([first.passed.length, first.limited.length]).toEqual([limit, 140])
    const left = first.passed.map(({ remaining }) => remaining).sort((a, b) => a - b)
    expect(left).toEqual(Array.from({ length: limit }, (_, index) => index))
    for (const { remaining, retryAfter } of first.limited) {
      expect(remaining).toBe(0)
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(60)
    }
    expect((await askOften(processes, otherKey, 2)).passed).toHaveLength(2)
    await endWindows(redis.url)
    const second = await askOften(processes, key, 200)
    expect([second.passed.length, second.limited.length]).toEqual([limit, 140])
  })

  test('behavior: 8 a process that is killed takes nothing along: the limit holds over both', async () => {
    const redis = (await openRedis())!
    onTestFinished(redis.stop)
    const { url, makeKey } = await prepare(openFreshSqlite)
    const [first, two] = await Promise.all([start(url, redis.url), start(url, redis.url)])
    const key = await makeKey('one')
    const before = await askOften([first, two], key, 40)
    expect(before.passed).toHaveLength(40)
    const gone = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await gone
    const after = await askOften([first, two], key, 80)
    expect([after.passed.length, after.limited.length]).toEqual([20, 20])
    const again = await start(url, redis.url)
    expect((await askOften([again, two], key, 10)).passed).toHaveLength(0)
  })

  test('behavior: 8 when Redis is killed each process goes on counting from what it let pass', async () => {
    const redis = (await openRedis())!
    onTestFinished(redis.stop)
    const { url, makeKey } = await prepare(openFreshSqlite)
    const processes = await Promise.all([start(url, redis.url), start(url, redis.url)])
    const key = await makeKey('one')
    const before = await askOften(processes, key, 30)
    expect(before.passed).toHaveLength(30)
    await redis.kill()
    const after = await askOften(processes, key, 300)
    // Each of the two had let 15 pass, and lets 60 pass for itself.
    expect([after.passed.length, after.limited.length]).toEqual([90, 210])
    expect(after.answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  })
})

describe.each([
  ['SQLite', openFreshSqlite],
  ['PostgreSQL', openFreshPostgres],
])('two processes on one %s', (_, open) => {
  test('behavior: 5.4 what is revoked or deactivated elsewhere is refused by both at once', async () => {
    const { url, store, makeKey, tenant } = await prepare(open)
    const processes = await Promise.all([start(url, null), start(url, null)])
    const statuses = async (key: Key) =>
      Promise.all(processes.map(async (one) => (await ask(one, key))?.status))
    for (let round = 0; round < 5; round++) {
      const [revoked, held] = [await makeKey(`a ${round}`), await makeKey(`b ${round}`)]
      expect([await statuses(revoked), await statuses(held)]).toEqual([
        [200, 200],
        [200, 200],
      ])
      await store.keys.revoke(tenant.id, revoked.key.id, testActor)
      expect(await statuses(revoked)).toEqual([403, 403])
      expect(await statuses(held)).toEqual([200, 200])
      await store.users.deactivate(tenant.id, held.key.userId, testActor)
      expect(await statuses(held)).toEqual([403, 403])
    }
  })
})

/** Lets the windows end at once that would end in a minute. */
async function endWindows(url: string): Promise<void> {
  const redis = new Redis(url)
  for (const key of await redis.keys('*')) await redis.pexpire(key, 1)
  await expect.poll(() => redis.dbsize()).toBe(0)
  redis.disconnect()
}
