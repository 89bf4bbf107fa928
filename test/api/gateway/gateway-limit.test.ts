import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemoryLimiter, windowMs } from '../../../packages/api/src/limit/memory.ts'
import { openRedisLimiter } from '../../../packages/api/src/limit/redis.ts'
import { openMetrics } from '../../../packages/api/src/metrics/metrics.ts'
import { runsOf } from '../../support/runs.ts'
import { type Keyspace, openKeyspace, openRedis } from '../../support/service/service.ts'
import { makeKey, openTestApi } from '../support/harness.ts'

const nowMs = () => performance.now()
let space: Keyspace | null = null

beforeAll(async () => {
  space = await openKeyspace()
})
afterAll(() => space?.drop())

test('behavior: 8 beyond the limit of its key a request is a 429, in two shapes', async () => {
  const api = await openTestApi({ config: { ratePerMinute: 2 } })
  const headers = await api.as('viewer')
  const statuses = []
  for (let count = 0; count < 3; count++)
    statuses.push(await api.ask('GET', '/v1/vaults', { headers }))
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(statuses.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0', '0'])
  expect(statuses[2]!.headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-policy': '2;w=60',
  })
  const seconds = Number(statuses[2]!.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(statuses[2]!.body.error).toMatchObject({
    code: 'rate_limited',
    details: { retry_after: seconds },
  })
  const builder = await api.ask('GET', '/v1/tx-builder/health', { headers })
  expect(builder.body).toEqual({ message: expect.any(String), retry_after: expect.any(Number) })
  // Nobody else is held up, and what is refused is not counted for others.
  expect(await api.ask('GET', '/v1/vaults', { headers: await api.as('curator') })).toMatchObject({
    status: 200,
  })
  await api.close()
})

test('behavior: 8 a key may have a limit of its own', async () => {
  const api = await openTestApi({ config: { ratePerMinute: 1 } })
  const draft = { name: 'busy', role: 'viewer', ratePerMinute: 3 } as const
  const { text } = await makeKey(api.store, api.tenant.id, draft)
  const headers = { authorization: `Bearer ${text}` }
  const statuses = []
  for (let count = 0; count < 4; count++)
    statuses.push((await api.ask('GET', '/v1/vaults', { headers })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  await api.close()
})

test('behavior: 8 of 3 × 60 requests at once to two services on one Redis exactly 60 pass', async (context) => {
  if (space === null) return context.skip('no Redis on this machine')
  const { url, prefix } = space
  const open = () =>
    openRedisLimiter({
      url,
      prefix,
      nowMs,
      whenAway: 'refuse',
      patienceMs: 30_000,
      onAway: () => {},
    })
  const limiters = [open(), open()]
  const config = { ratePerMinute: 60 }
  const first = await openTestApi({ config, limiter: limiters[0]! })
  const second = await openTestApi({ config, limiter: limiters[1]!, store: first.store })
  const headers = await first.as('viewer')
  const pending = Array.from({ length: 180 }, (_, index) =>
    (index % 2 === 0 ? first : second).ask('GET', '/v1/vaults', { headers }),
  )
  const answers = await Promise.all(pending)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(120)
  const left = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers['ratelimit-remaining']))
  expect(left.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 60 }, (_, index) => index),
  )
  await second.close()
  await first.close()
  for (const limiter of limiters) await limiter.close()
})

test('law: by a clock of its own, two processes on one Redis let pass what one limiter in memory would', async (context) => {
  if (space === null) return context.skip('no Redis on this machine')
  const { url, prefix } = space
  let now = 1_000_000
  const clock = () => now
  const away: unknown[] = []
  const open = () =>
    openRedisLimiter({
      url,
      prefix,
      nowMs: clock,
      redisNowMs: clock,
      whenAway: 'refuse' as const,
      patienceMs: 30_000,
      onAway: (cause) => away.push(cause),
    })
  const processes = [open(), open()]
  let round = 0
  const waits = fc.oneof(fc.nat({ max: 30_000 }), fc.constantFrom(0, 1, windowMs - 1, windowMs))
  const asks = fc.array(fc.record({ waitMs: waits, at: fc.nat({ max: 1 }) }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), asks, async (limit, all) => {
      const key = `law ${round++}`
      const model = openMemoryLimiter(clock)
      const passed: number[] = []
      for (const { waitMs, at: time } of all) {
        now += waitMs
        const verdict = await processes[time]!.take(key, limit)
        expect(verdict).toEqual(model.takeNow(key, limit))
        if (verdict.isAllowed) passed.push(now)
      }
      for (const from of passed) {
        const within = passed.filter((time) => time >= from && time < from + windowMs)
        expect(within.length).toBeLessThanOrEqual(limit)
      }
    }),
    { numRuns: runsOf(0.5) },
  )
  expect(away).toEqual([])
  for (const limiter of processes) await limiter.close()
})

test('golden: 59 requests at the end of a minute and 60 soon after: 60 pass, over two processes', async (context) => {
  if (space === null) return context.skip('no Redis on this machine')
  let now = 59_000
  const clock = () => now
  const patienceMs = 30_000
  const clocks = { nowMs: clock, redisNowMs: clock, patienceMs }
  const options = { ...space, ...clocks, whenAway: 'refuse', onAway() {} }
  const [first, two] = [openRedisLimiter(options as never), openRedisLimiter(options as never)]
  const passed = async (count: number) => {
    const pending = Array.from({ length: count }, (_, at) =>
      (at % 2 ? first : two).take('edge', 60),
    )
    return (await Promise.all(pending)).filter(({ isAllowed }) => isAllowed).length
  }
  expect(await passed(59)).toBe(59)
  now = 61_000
  expect(await passed(60)).toBe(1)
  // A clock that is set back forgets nothing.
  now = 30_000
  expect(await passed(60)).toBe(0)
  now = 30_000 + windowMs
  expect(await passed(70)).toBe(60)
  await first.close()
  await two.close()
})

test('behavior: a request in Redis counts for a minute of its clock', async (context) => {
  if (space === null) return context.skip('no Redis on this machine')
  const { url, prefix } = space
  const patienceMs = 30_000
  const options = { url, prefix, nowMs, patienceMs, onAway: () => {} }
  const limiter = openRedisLimiter({ ...options, whenAway: 'refuse' })
  const first = await limiter.take('window', 5)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const second = await limiter.take('window', 5)
  expect(first).toEqual({ isAllowed: true, limit: 5, remaining: 4, resetSeconds: 60 })
  expect(second.remaining).toBe(3)
  expect(second.resetSeconds).toBeGreaterThan(0)
  expect(second.resetSeconds).toBeLessThan(60)
  await limiter.close()
})

test('behavior: while Redis is away each process counts for itself, and never lets all pass', async (context) => {
  const redis = await openRedis()
  if (redis === null) return context.skip('no Redis on this machine')
  const metrics = openMetrics()
  const limiter = openRedisLimiter({
    url: redis.url,
    nowMs,
    whenAway: 'local',
    onAway: metrics.redisAway,
    onAnswered: () => metrics.redisAnswered(true),
  })
  const take = async () => (await limiter.take('key', 4)).isAllowed
  expect(await take()).toBe(true)
  expect(await metrics.print()).toContain('vaultwright_rate_limit_redis_up 1')
  await redis.kill()
  expect([await take(), await take(), await take(), await take(), await take()]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  // This process asks no other service about what it refuses by itself.
  expect(await metrics.print()).toContain('vaultwright_rate_limit_fallback_total 3')
  expect(await metrics.print()).toContain('vaultwright_rate_limit_redis_up 0')
  await redis.restart()
  // Redis is empty again, and this process still knows what it let pass.
  expect(await take()).toBe(false)
  // It is asked again by itself: the only key is at its limit here.
  await expect.poll(metrics.print).toContain('vaultwright_rate_limit_redis_up 1')
  expect((await limiter.take('other', 4)).isAllowed).toBe(true)
  expect(await metrics.print()).toContain('vaultwright_rate_limit_fallback_total 3')
  await limiter.close()
  await redis.stop()
})

test('behavior: a Redis that hung and goes on is found again, whether anyone asks or not', async (context) => {
  const redis = await openRedis()
  if (redis === null) return context.skip('no Redis on this machine')
  let answers = 0
  let aways = 0
  const limiter = openRedisLimiter({
    url: redis.url,
    nowMs,
    whenAway: 'local',
    // Long enough for a busy machine to answer in time, once it is not held.
    patienceMs: 2_000,
    onAway: () => void aways++,
    onAnswered: () => void answers++,
  })
  expect((await limiter.take('key', 2)).isAllowed).toBe(true)
  process.kill(redis.pid(), 'SIGSTOP')
  expect((await limiter.take('key', 2)).isAllowed).toBe(true)
  expect({ aways, answers }).toEqual({ aways: 1, answers: 1 })
  process.kill(redis.pid(), 'SIGCONT')
  await expect.poll(() => answers).toBe(2)
  await limiter.close()
  await redis.stop()
})

test('refuses: without Redis, where it is configured so, with 503; readiness says why', async (context) => {
  const redis = await openRedis()
  if (redis === null) return context.skip('no Redis on this machine')
  for (const redisAway of ['refuse', 'local'] as const) {
    const { url } = redis
    const limiter = openRedisLimiter({ url, nowMs, whenAway: redisAway, onAway: () => {} })
    const api = await openTestApi({ config: { redisUrl: url, redisAway }, limiter })
    const headers = await api.as('viewer')
    const ready = async () => (await api.app.inject('/readyz')).json() as unknown
    expect((await api.ask('GET', '/v1/vaults', { headers })).status).toBe(200)
    expect(await ready()).toMatchObject({ status: 'ready', rate_limit: 'redis' })
    await redis.kill()
    const answer = await api.ask('GET', '/v1/vaults', { headers })
    if (redisAway === 'refuse') {
      expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      expect(answer.headers['retry-after']).toBe('2')
      expect(await ready()).toMatchObject({ status: 'not_ready', because: ['redis'] })
    } else {
      expect(answer.status).toBe(200)
      expect(await ready()).toMatchObject({ status: 'degraded', rate_limit: 'local' })
    }
    await redis.restart()
    await api.close()
    await limiter.close()
  }
  await redis.stop()
})

test('refuses: keys that do not exist, beyond the limit of their address, and no others', async () => {
  const api = await openTestApi({ config: { unknownKeysPerMinute: 3 } })
  const wrong = { headers: { authorization: 'Bearer vw_live_nothing' } }
  const right = { headers: await api.as('viewer') }
  expect((await api.ask('GET', '/v1/vaults', right)).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 5; count++)
    statuses.push((await api.ask('GET', '/v1/vaults', wrong)).status)
  expect(statuses).toEqual([403, 403, 403, 429, 429])
  const limited = await api.ask('GET', '/v1/vaults', wrong)
  expect(limited.headers['retry-after']).toBe('60')
  expect(limited.body.error).toMatchObject({ code: 'rate_limited', details: { retry_after: 60 } })
  expect((await api.ask('GET', '/v1/vaults', right)).status).toBe(200)
  await api.close()
})

test('behavior: X-Forwarded-For counts behind a proxy that is trusted, and nowhere else', async () => {
  const ask = async (trustedProxies: readonly string[], forwarded: string) => {
    const api = await openTestApi({ config: { unknownKeysPerMinute: 1, trustedProxies } })
    const statuses = []
    for (const client of ['198.51.100.1', '198.51.100.2']) {
      const headers = { authorization: 'Bearer x', 'x-forwarded-for': `${client}${forwarded}` }
      statuses.push((await api.ask('GET', '/v1/vaults', { headers })).status)
    }
    await api.close()
    return statuses
  }
  expect(await ask([], '')).toEqual([403, 429])
  expect(await ask(['127.0.0.0/8'], '')).toEqual([403, 403])
  // Only what the nearest proxies say counts: any client may have written what stands before it.
  expect(await ask(['127.0.0.0/8'], ', 203.0.113.7')).toEqual([403, 429])
  expect(await ask(['127.0.0.0/8', '203.0.113.7'], ', 203.0.113.7')).toEqual([403, 403])
})

test('law: documents and pages are limited by address, and probes are not', async () => {
  const api = await openTestApi({ config: { pagesPerMinute: 5, trustedProxies: ['127.0.0.1'] } })
  const ask = async (url: string, from: string) =>
    (await api.app.inject({ url, headers: { 'x-forwarded-for': from } })).statusCode
  const paths = ['/openapi.json', '/llms.txt', '/docs', '/', '/simulations/none']
  for (const path of paths) expect(await ask(path, '10.0.0.1')).not.toBe(429)
  for (const path of paths) expect(await ask(path, '10.0.0.1')).toBe(429)
  expect(await ask('/healthz', '10.0.0.1')).toBe(200)
  // A page of the console is made of many files, which browsers keep.
  for (let file = 0; file < 10; file++) {
    expect(await ask(`/console/asset/${file}.js`, '10.0.0.1')).toBe(404)
  }
  expect(await ask('/openapi.json', '10.0.0.2')).toBe(200)
  const { body, headers } = await api.app.inject({
    url: '/llms.txt',
    headers: { 'x-forwarded-for': '10.0.0.1' },
  })
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'rate_limited' } })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  await api.close()
})
