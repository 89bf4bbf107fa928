import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiEnv, openServer, readEnv } from '@vaultwright/api'
import { migrate, openStore } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFilesOf } from '../../support/open-file.ts'
import { makeKey, testActor } from '../support/harness.ts'
import { headOf, openRawConnection } from '../support/talk.ts'

const folder = mkdtempSync(join(tmpdir(), 'vaultwright-server-'))
const lines: string[] = []
const log = { write: (line: string) => lines.push(line) }
let env: ApiEnv
let key: string

beforeAll(async () => {
  env = readEnv({
    PORT: '0',
    VAULTWRIGHT_DATA_DIR: folder,
    SHUTDOWN_TIMEOUT_MS: '300',
    // A busy machine is no reason to refuse here.
    MAX_LOOP_DELAY_MS: '0',
  })
  await migrate(env.databaseUrl)
  const store = await openStore(env.databaseUrl)
  const { id } = await store.tenants.create({ name: 'acme' }, testActor)
  key = (await makeKey(store, id, { name: 'reader', role: 'viewer' })).text
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('default: it listens, answers, and lets go of everything when it is closed', async () => {
  const server = await openServer(env, log)
  const headers = { authorization: `Bearer ${key}` }
  const answered = await fetch(`${server.url}/v1/vaults`, { headers })
  expect([answered.status, answered.headers.get('ratelimit-limit')]).toEqual([200, '60'])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await Promise.all([server.close(), server.close()])
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  expect(lines.join('')).toContain('"operation":"listVaults","status":200')
})

test('behavior: metrics are on a port of their own, and nowhere on that of the API', async () => {
  const server = await openServer(env, log)
  expect(server.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const answered = await fetch(server.metricsUrl!)
  expect(await answered.text()).toContain('vaultwright_requests_in_flight')
  expect((await fetch(new URL('/v1/vaults', server.metricsUrl!))).status).toBe(404)
  expect((await fetch(server.metricsUrl!, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)

  const port = Number(new URL(server.metricsUrl!).port)
  const second = (isChosen: boolean) =>
    openServer(
      { ...env, config: { ...env.config, metrics: { host: '127.0.0.1', port, isChosen } } },
      log,
    )
  // A port that the operator chose is kept: the default one gives way.
  await expect(second(true)).rejects.toThrow(/EADDRINUSE/)
  const otherAnswer = await second(false)
  expect(otherAnswer.metricsUrl).not.toBe(server.metricsUrl)
  const off = await openServer({ ...env, config: { ...env.config, metrics: null } }, log)
  expect(off.metricsUrl).toBeNull()
  await Promise.all([server, otherAnswer, off].map((one) => one.close()))
  await expect(fetch(server.metricsUrl!)).rejects.toThrow()
})

test('behavior: a key that another process revokes is refused at once', async () => {
  const server = await openServer(env, log)
  const store = await openStore(env.databaseUrl)
  const tenant = await store.tenants.find('acme')
  const [user] = await store.users.list(tenant!.id)
  const draft = { userId: user!.id, description: '', ratePerMinute: null }
  const newKey = await store.keys.create(tenant!.id, draft, 'local:test')
  const ask = () =>
    fetch(`${server.url}/v1/vaults`, { headers: { authorization: `Bearer ${newKey.text}` } })
  expect((await ask()).status).toBe(200)
  await store.keys.revoke(tenant!.id, newKey.key.id, 'local:test')
  expect((await ask()).status).toBe(403)
  await store.close()
  await server.close()
})

test('behavior: a connection that never ends is cut when the time to drain is over', async () => {
  const server = await openServer(env, log)
  const talk = await openRawConnection(Number(new URL(server.url).port))
  talk.say(
    `${headOf('POST /v1/trees', { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': '9' })}{`,
  )
  await server.close()
  expect(await talk.end()).toMatch(/^(HTTP\/1\.1 4|$)/)
})

test('behavior: reports a port that is taken, and leaves nothing open', async () => {
  const server = await openServer(env, log)
  const taken = { ...env, config: { ...env.config, port: Number(new URL(server.url).port) } }
  await expect(openServer(taken, log)).rejects.toThrow(/EADDRINUSE/)
  await server.close()
})

test('behavior: readiness fails while the service drains', async () => {
  const server = await openServer(env, log)
  const talk = await openRawConnection(Number(new URL(server.url).port))
  const head = headOf('GET /readyz', {})
  talk.say(`${head}${head.slice(0, -2)}`)
  expect(await talk.hear(/"ready"/)).toMatch(/^HTTP\/1\.1 200 /)
  const closed = server.close()
  talk.say('\r\n')
  const heard = await talk.hear(/draining/)
  expect(heard).toMatch(/HTTP\/1\.1 503 /)
  expect(heard.toLowerCase()).toMatch(/retry-after: 2\r\n/)
  await Promise.all([closed, talk.end()])
})

test('law: after SIGTERM requests are still answered, on connections that then close, until the delay is over', async () => {
  const delayed = { ...env, config: { ...env.config, delayMs: 1_000 } }
  const server = await openServer(delayed, log)
  const closed = server.close('SIGTERM')
  let answered = 0
  while (answered < 10) {
    const answer = await fetch(`${server.url}/healthz`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    answered++
  }
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('draining')])
  await closed
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
})

test('law: requests that lie unread in kept connections when it closes are answered', async () => {
  const server = await openServer(env, log)
  const port = Number(new URL(server.url).port)
  const talks = await Promise.all(Array.from({ length: 50 }, () => openRawConnection(port)))
  const head = headOf('GET /healthz', {})
  for (const talk of talks) talk.say(head)
  for (const talk of talks) await talk.hear(/200 OK/)
  for (const talk of talks) talk.say(`${head.slice(0, -2)}x-again: 1\r\n\r\n`)
  const closed = server.close()
  const heard = await Promise.all(talks.map((talk) => talk.hear(/200 OK[\s\S]*200 OK/)))
  expect(heard).toHaveLength(50)
  await Promise.all([closed, ...talks.map((talk) => talk.end())])
})

test('law: a slip in DATABASE_URL, Redis or a queue beside no database begins no empty one', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'vaultwright-empty-'))
  const refused = (variables: Record<string, string>) =>
    expect(() => readEnv({ VAULTWRIGHT_DATA_DIR: empty, ...variables }))
  refused({ DATABSE_URL: 'postgres://a/b' }).toThrow(/DATABASE_URL must be given where DATABSE_URL/)
  refused({ REDIS_URL: 'redis://127.0.0.1:1' }).toThrow(/where REDIS_URL is/)
  refused({ QUEUE_URL: 'redis://127.0.0.1:1' }).toThrow(/new, empty database/)
  const fresh = readEnv({ VAULTWRIGHT_DATA_DIR: empty, PORT: '0', SHUTDOWN_TIMEOUT_MS: '300' })
  expect(fresh.isDatabaseNew).toBe(true)
  await migrate(fresh.databaseUrl)
  const server = await openServer(fresh, log)
  const answer = await (await fetch(`${server.url}/readyz`)).text()
  expect(answer).toContain('This start made the database')
  await server.close()
  const again = { VAULTWRIGHT_DATA_DIR: empty, REDIS_URL: 'redis://127.0.0.1:1' }
  expect(readEnv(again).isDatabaseNew).toBe(false)
  rmSync(empty, { recursive: true, force: true })
})

test('error: InvalidEndpointError for a node that is none, and nothing stays open', async () => {
  const wrong = { ...env, rpcUrls: { MAINNET_RPC_URL: 'no url' } }
  const before = openFilesOf(folder)
  await expect(openServer(wrong, log)).rejects.toMatchObject({ code: 'invalid_endpoint' })
  expect(openFilesOf(folder)).toEqual(before)
})

test('error: NotMigratedError for a database that is not there', async () => {
  const nowhere = { ...env, databaseUrl: `sqlite:${join(folder, 'none.sqlite')}` }
  await expect(openServer(nowhere, log)).rejects.toMatchObject({ code: 'not_migrated' })
})
