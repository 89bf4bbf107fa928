import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRedisLimiter } from '../../packages/api/src/limit/redis.ts'
import { openMetrics } from '../../packages/api/src/metrics.ts'
import { type Keyspace, openKeyspace, openRedis } from '../support/service.ts'
import { makeKey, openTestApi } from './harness.ts'

const nowMs = () => performance.now()
let space: Keyspace | null = null

beforeAll(async () => {
  space = await openKeyspace()
})
afterAll(() => space?.drop())

test('behavior: 8 beyond the limit of its key a request is a 429, in two shapes', async () => {
  const api = await openTestApi({ config: { ratePerMinute: 2 } })
  const headers = await api.as('viewer')
  const seen = []
  for (let count = 0; count < 3; count++) seen.push(await api.ask('GET', '/v1/vaults', { headers }))
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(seen.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0', '0'])
  expect(seen[2]!.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-policy': '2;w=60' })
  const seconds = Number(seen[2]!.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(seen[2]!.body.error).toMatchObject({
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
      onFallback: (cause) => {
        throw cause
      },
    })
  const limiters = [open(), open()]
  const config = { ratePerMinute: 60 }
  const first = await openTestApi({ config, limiter: limiters[0]! })
  const second = await openTestApi({ config, limiter: limiters[1]!, store: first.store })
  const headers = await first.as('viewer')
  const asked = Array.from({ length: 180 }, (_, index) =>
    (index % 2 === 0 ? first : second).ask('GET', '/v1/vaults', { headers }),
  )
  const answers = await Promise.all(asked)
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

test('behavior: a window in Redis begins with the first request and ends a minute later', async (context) => {
  if (space === null) return context.skip('no Redis on this machine')
  const limiter = openRedisLimiter({
    url: space.url,
    prefix: space.prefix,
    nowMs,
    onFallback: () => {},
  })
  const first = await limiter.take('window', 5)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const second = await limiter.take('window', 5)
  expect(first).toEqual({ isAllowed: true, limit: 5, remaining: 4, resetSeconds: 60 })
  expect(second.resetSeconds).toBeGreaterThan(0)
  expect(second.resetSeconds).toBeLessThan(60)
  await limiter.close()
})

test('behavior: while Redis is away each process counts for itself, and never lets all pass', async (context) => {
  const redis = await openRedis()
  if (redis === null) return context.skip('no Redis on this machine')
  const metrics = openMetrics()
  const limiter = openRedisLimiter({ url: redis.url, nowMs, onFallback: metrics.limiterFellBack })
  const take = () => limiter.take('key', 4).then(({ isAllowed }) => isAllowed)
  expect(await take()).toBe(true)
  await redis.kill()
  expect([await take(), await take(), await take(), await take(), await take()]).toEqual([
    ...[true, true, true],
    ...[false, false],
  ])
  expect(await metrics.print()).toContain('vaultwright_rate_limit_fallback_total 5')
  await redis.restart()
  // Empty again: it counts from the beginning, also its script is unknown.
  await expect.poll(take).toBe(true)
  await limiter.close()
  await redis.stop()
})
