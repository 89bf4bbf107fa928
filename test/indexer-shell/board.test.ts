import { readinessOf } from '@vaultwright/base'
import { openIndexMetrics, openIndexServer } from '@vaultwright/indexer'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSharedQueue } from '../support/queue/queue-shared.ts'
import { soon, strict, taskOf } from '../support/queue/queue-task.ts'
import { openDatabase, openKeyspace } from '../support/service/service.ts'
import { canRun } from '../support/skip-unless.ts'

const key = 'sesame-open-the-board'
const bearer = { authorization: `Bearer ${key}` }
const keyspace = await openKeyspace()

describe.skipIf(!canRun(keyspace !== null, 'there is no Redis'))('redis', () => {
  test('default: the board opens with the key, as Bearer or as a password, and with nothing else', async () => {
    const { url } = await openBoard(await openOnRedis())
    const statusOf = async (authorization?: string) =>
      (
        await fetch(`${url}/board/`, {
          headers: authorization === undefined ? {} : { authorization },
        })
      ).status
    expect(await statusOf()).toBe(401)
    for (const wrong of [
      'Bearer x',
      'Bearer',
      `Bearer ${key}x`,
      `Basic ${btoa('admin:x')}`,
      'Basic !',
    ]) {
      expect(await statusOf(wrong)).toBe(401)
    }
    expect(await statusOf(`Bearer ${key}`)).toBe(200)
    expect(await statusOf(`Basic ${btoa(`admin:${key}`)}`)).toBe(200)
  })

  test('behavior: every path of the board is behind the key', async () => {
    const { url } = await openBoard(await openOnRedis())
    const paths = [
      '/board',
      '/board/',
      '/board/api/queues',
      '/board/static/favicon.ico',
      '/board/queue/local',
    ]
    for (const path of paths) {
      expect([path, (await fetch(`${url}${path}`, { redirect: 'manual' })).status]).toEqual([
        path,
        401,
      ])
    }
    const refused = await fetch(`${url}/board/api/queues`)
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(await refused.text()).not.toContain('local')
  })

  test('behavior: it shows what is parked and why, and can have it tried again', async () => {
    const queue = await openOnRedis()
    const { url } = await openBoard(queue)
    let isBroken = true
    await queue.work(async () => {
      if (isBroken) throw new Error('broken for now')
      return { kind: 'done' }
    }, strict)
    await queue.add([[taskOf(1)]])
    await expect.poll(async () => (await queue.counts()).parked).toBe(1)
    const shown = await fetch(`${url}/board/api/queues?activeQueue=local&status=failed`, {
      headers: bearer,
    })
    const { queues } = (await shown.json()) as {
      queues: { name: string; jobs: { id: string; failedReason: string }[] }[]
    }
    expect(queues.map(({ name }) => name).sort()).toEqual(['local', 'main', 'mainnet', 'replay'])
    const [job] = queues.find(({ name }) => name === 'local')!.jobs
    expect(job?.failedReason).toBe('Error: broken for now')
    isBroken = false
    const path = `${url}/board/api/queues/local/${encodeURIComponent(job!.id)}/retry`
    expect((await fetch(path, { method: 'PUT', headers: bearer })).status).toBe(204)
    await queue.idle(soon())
    expect((await queue.counts()).parked).toBe(0)
  })

  test('behavior: nothing can be added, emptied or paused there, even with the key', async () => {
    const queue = await openOnRedis()
    await queue.add([[taskOf(1)]])
    const { url } = await openBoard(queue)
    const changes = [
      ['PUT', '/board/api/queues/local/empty'],
      ['PUT', '/board/api/queues/local/pause'],
      ['PUT', '/board/api/queues/pause'],
      ['PUT', '/board/api/queues/local/obliterate'],
      ['POST', '/board/api/queues/local/add'],
      ['PATCH', '/board/api/queues/local/1/update-data'],
      // What ends as a retry does is none.
      ['PUT', '/board/api/queues/local/pause?as=/retry'],
      ['PUT', '/board/api/queues/local/empty?/retry/failed'],
      ['PUT', '/board/api/queues/local/retry/completed'],
    ] as const
    for (const [method, path] of changes) {
      const headers = { ...bearer, 'content-type': 'application/json' }
      const answer = await fetch(`${url}${path}`, { method, headers, body: '{}' })
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect((await queue.counts()).waiting).toBe(1)
  })

  test('behavior: another site cannot have anything tried again with the key that a browser keeps', async () => {
    const { url } = await openBoard(await openOnRedis())
    const path = `${url}/board/api/queues/local/retry/failed`
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(path, { method: 'PUT', headers: { ...bearer, ...headers } })).status
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf({ origin: 'null' })).toBe(403)
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusOf({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await statusOf({ origin: url })).toBe(200)
    expect(await statusOf({})).toBe(200)
  })

  test('behavior: answers have the headers that keep browsers from harm', async () => {
    const { url } = await openBoard(await openOnRedis())
    const page = await fetch(`${url}/board/`, { headers: bearer })
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const metrics = await fetch(`${url}/metrics`)
    expect(metrics.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const { headers } of [page, metrics]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
    }
    const html = await page.text()
    expect(html).toContain('<base href="/board/"')
    const script = /src="(static\/js\/main[^"]+)"/.exec(html)?.[1]
    expect((await fetch(`${url}/board/${script}`, { headers: bearer })).status).toBe(200)
  })

  test('behavior: without a key, or without a shared queue, there is no board', async () => {
    const queue = await openOnRedis()
    for (const [jobs, adminKey] of [
      [queue.jobs(), null],
      [null, key],
    ] as const) {
      const server = await openIndexServer(
        { metrics: await openIndexMetrics(), ready: async () => readinessOf([]), jobs },
        { host: '127.0.0.1', port: 0, adminKey },
      )
      onTestFinished(server.close)
      expect((await fetch(`${server.url}/board/`, { headers: bearer })).status).toBe(404)
    }
  })
})

test('behavior: a queue in PostgreSQL has its board, too', async () => {
  const { url: database, drop } = await openDatabase()
  onTestFinished(drop)
  const queue = await openSharedQueue(database, 'test')
  onTestFinished(queue.close)
  await queue.add([[taskOf(1)]])
  const { url } = await openBoard(queue)
  const shown = await fetch(`${url}/board/api/queues?activeQueue=local&status=latest`, {
    headers: bearer,
  })
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('vault.snapshot')
})

type Shared = Awaited<ReturnType<typeof openSharedQueue>>

async function openOnRedis(): Promise<Shared> {
  const { url, prefix, drop } = (await openKeyspace())!
  onTestFinished(drop)
  const queue = await openSharedQueue(url, prefix.slice(0, -1))
  onTestFinished(queue.close)
  return queue
}

async function openBoard(queue: Shared) {
  const server = await openIndexServer(
    { metrics: await openIndexMetrics(), ready: async () => readinessOf([]), jobs: queue.jobs() },
    { host: '127.0.0.1', port: 0, adminKey: key },
  )
  onTestFinished(server.close)
  return server
}
