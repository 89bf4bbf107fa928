import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import { runtimePartOf } from '@vaultwright/base'
import { migrate, openStorePart, statusOf } from '@vaultwright/store'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openRedis } from '../../support/service/service.ts'
import { openTestApi } from '../support/harness.ts'

type Ready = {
  readonly status: string
  readonly because?: readonly string[]
  readonly parts: Readonly<
    Record<string, { readonly status: string; readonly problems?: readonly unknown[] }>
  >
}

/** A key as a node's URL has one: it is in no answer and no log. */
const secret = 's3cr3tk3ys3cr3tk3y'

/** Starts the service in a world, and gives what `/readyz` says of it, and its log. */
async function serve(variables: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-ready-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lines: string[] = []
  const databaseUrl = `sqlite:${join(folder, 'ready.sqlite')}`
  await migrate(databaseUrl)
  const env = readEnv({ PORT: '0', DATABASE_URL: databaseUrl, ...variables })
  const server = await openServer(env, { write: (line) => void lines.push(line) })
  onTestFinished(() => server.close())
  return {
    server,
    databaseFile: env.databaseUrl.slice('sqlite:'.length),
    log: () =>
      lines
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
    ready: async () => {
      const answer = await fetch(`${server.url}/readyz`)
      return { code: answer.status, ...((await answer.json()) as Ready) }
    },
    metrics: async () => (await fetch(server.metricsUrl!)).text(),
  }
}

/** A node that shows a chain, or is away while there is none. */
async function openNode(first: bigint | null) {
  let chain = first
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      if (chain === null) return request.socket.destroy()
      const { id } = JSON.parse(text)
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chain.toString(16)}` }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/${secret}`,
    show: (other: bigint | null) => {
      chain = other
    },
  }
}

test('law: without a fault the service is ready, and each part by itself', async () => {
  const node = await openNode(1n)
  const { ready, metrics } = await serve({ MAINNET_RPC_URL: node.url })
  expect(await ready()).toEqual({
    code: 200,
    status: 'ready',
    parts: {
      store: { status: 'ready' },
      values: { status: 'ready' },
      nodes: { status: 'ready' },
      agreement: {
        status: 'ready',
        problems: [
          {
            code: 'one_node_believed',
            message:
              'One node of mainnet is believed: nothing compares its answers, and builds and simulations follow from them. To have two compared, name a second node in MAINNET_RPC_URL, and set RPC_AGREEMENT=2.',
            chain: 'mainnet',
            variable: 'MAINNET_RPC_URL',
            nodes: 1,
          },
        ],
      },
      runtime: { status: 'ready' },
      environment: { status: 'ready' },
    },
  })
  const text = await metrics()
  expect(text).toContain('vaultwright_readiness{status="ready"} 1')
  expect(text).toContain('vaultwright_readiness{status="degraded"} 0')
  expect(text).toContain('vaultwright_part_ready{part="nodes"} 1')
})

test('golden: a mainnet URL of Arbitrum is found at start, in readiness, log and metrics', async () => {
  const node = await openNode(42_161n)
  const { ready, log, metrics } = await serve({ MAINNET_RPC_URL: node.url })
  const message =
    'URL 1 of MAINNET_RPC_URL shows chain 42161 instead of 1. Nothing of it is used. Correct the URL.'
  // Nobody asked yet.
  await expect
    .poll(() => log().find(({ code }) => code === 'wrong_chain'))
    .toMatchObject({
      level: 'warn',
      process: 'api',
      part: 'nodes',
      chain: 'mainnet',
      msg: message,
    })
  const answer = await ready()
  expect(answer).toMatchObject({ code: 200, status: 'degraded', because: ['nodes'] })
  expect(answer.parts.nodes?.problems).toEqual([
    {
      code: 'wrong_chain',
      message,
      chain: 'mainnet',
      variable: 'MAINNET_RPC_URL',
      url: 1,
      expected: '1',
      actual: '42161',
    },
  ])
  expect(await metrics()).toContain(
    'vaultwright_part_problems{part="nodes",code="wrong_chain",chain="mainnet"} 1',
  )
  expect(JSON.stringify([answer, log(), await metrics()])).not.toContain(secret)
})

test('behavior: a node that is away, and a variable that is misspelled, degrade the service', async () => {
  const node = await openNode(null)
  const { ready, log } = await serve({ BASE_RPC_URL: node.url, MAINET_RPC_URL: node.url })
  const answer = await ready()
  expect(answer).toMatchObject({ code: 200, because: ['nodes', 'environment'] })
  expect(answer.parts.nodes?.problems).toMatchObject([{ code: 'node_away', chain: 'base' }])
  expect(answer.parts.environment?.problems).toMatchObject([
    {
      code: 'variable_unknown',
      message: 'MAINET_RPC_URL is not read. Did you mean MAINNET_RPC_URL?',
      suggestion: 'MAINNET_RPC_URL',
    },
  ])
  expect(log().map(({ msg }) => msg)).toContain(
    'MAINET_RPC_URL is not read. Did you mean MAINNET_RPC_URL?',
  )
  expect(JSON.stringify([answer, log()])).not.toContain(secret)
})

test('behavior: a chain that is not known here is named, and degrades nothing', async () => {
  const { ready } = await serve({ XYZZY9_RPC_URL: 'https://node.example' })
  expect(await ready()).toMatchObject({
    status: 'ready',
    parts: { environment: { status: 'ready', problems: [{ suggestion: null }] } },
  })
})

test('behavior: a dead Redis degrades a service that counts for itself, and stops one that refuses', async (context) => {
  const redis = await openRedis()
  if (redis === null) return context.skip('no Redis on this machine')
  onTestFinished(redis.stop)
  const local = await serve({ REDIS_URL: redis.url })
  const refusing = await serve({ REDIS_URL: redis.url, RATE_LIMIT_WITHOUT_REDIS: 'refuse' })
  // A busy machine is late: Redis has half a second.
  for (const { ready } of [local, refusing])
    await expect.poll(async () => (await ready()).status).toBe('ready')
  await redis.kill()
  expect(await local.ready()).toMatchObject({ code: 200, status: 'degraded', because: ['redis'] })
  expect(await refusing.ready()).toMatchObject({ code: 503, status: 'not_ready' })
  await redis.restart()
  await expect.poll(async () => (await local.ready()).status).toBe('ready')
  const gone = 'gone: Redis does not answer. This process counts requests for itself.'
  expect(local.log().map(({ msg }) => msg)).toContain(gone)
})

test('behavior: a database that was put back is not migrated, and one of a newer release is', async () => {
  const world = await serve()
  const db = new Database(world.databaseFile)
  onTestFinished(() => void db.close())
  const newest = db.prepare('select max(id) as id from migration').get() as { readonly id: number }
  db.exec(`insert into migration values (${newest.id + 1}, 'later', 'x', 1)`)
  const look = openStorePart(
    { ping: async () => {}, writeFailure: () => null },
    { schema: () => statusOf(`sqlite:${world.databaseFile}`) },
  )
  expect(await look()).toMatchObject({
    status: 'degraded',
    problems: [{ code: 'migration_mismatch', facts: { why: 'newer' } }],
  })
  db.exec(`delete from migration where id >= ${newest.id}`)
  expect(await look()).toMatchObject({ status: 'not_ready', problems: [{ code: 'not_migrated' }] })
  db.exec("update migration set checksum = 'other' where id = 1")
  expect(await look()).toMatchObject({
    status: 'not_ready',
    problems: [{ code: 'migration_mismatch', facts: { why: 'changed' } }],
  })
})

test('refuses: a store that is away, and a service that is about to end', async () => {
  const api = await openTestApi()
  await api.store.close()
  const answer = await api.app.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    503,
    {
      status: 'not_ready',
      because: ['store'],
      parts: { store: { problems: [{ code: 'store_away' }] } },
    },
  ])
  await api.close()
})

test('refuses: an old Node, in readiness as at start', async () => {
  const checks = [async () => runtimePartOf('18.20.4')]
  const api = await openTestApi({ app: { readiness: { checks, schema: null } } })
  const answer = await api.app.inject('/readyz')
  expect([answer.statusCode, answer.json().because]).toEqual([503, ['runtime']])
  await api.close()
  const { node } = process.versions
  Object.defineProperty(process.versions, 'node', { value: '18.20.4', configurable: true })
  onTestFinished(() => {
    Object.defineProperty(process.versions, 'node', { value: node, configurable: true })
  })
  await expect(openServer(readEnv({}))).rejects.toMatchObject({ code: 'node_too_old' })
})

test('behavior: secrets come from files, and what is wrong with one is said by name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const node = await openNode(1n)
  const file = join(folder, 'mainnet')
  writeFileSync(file, `${node.url}\n`)
  const { ready } = await serve({ MAINNET_RPC_URL_FILE: file })
  expect(await ready()).toMatchObject({ status: 'ready', parts: { nodes: { status: 'ready' } } })
  expect(readEnv({ MAINNET_RPC_URL_FILE: file }).rpcUrls).toEqual({ MAINNET_RPC_URL: node.url })
  const both = { MAINNET_RPC_URL_FILE: file, MAINNET_RPC_URL: node.url }
  expect(() => readEnv(both)).toThrow(/^MAINNET_RPC_URL_FILE is given beside MAINNET_RPC_URL\./)
  const none = { DATABASE_URL_FILE: join(folder, 'none') }
  expect(() => readEnv(none)).toThrow(/^DATABASE_URL_FILE names a file .* \(ENOENT\)\./)
})

test('law: whatever is wrong, no line of the log and no answer holds the key of a URL', async () => {
  const key = fc.stringMatching(/^[a-zA-Z0-9]{12,24}$/)
  await fc.assert(
    fc.asyncProperty(key, async (text) => {
      const closed = `http://127.0.0.1:1/${text}`
      const { server, ready, log } = await serve({
        MAINNET_RPC_URL: closed,
        SOLANA_RPC_URL: `${closed}?api=${text}`,
        ARBITRM_RPC_URL: closed,
        REDIS_URL: `redis://:${text}@127.0.0.1:1`,
      })
      const answer = await ready()
      await server.close()
      expect(answer.because).toEqual(['redis', 'nodes', 'environment'])
      expect(JSON.stringify([answer, log()])).not.toContain(text)
    }),
    { numRuns: 3 },
  )
})
