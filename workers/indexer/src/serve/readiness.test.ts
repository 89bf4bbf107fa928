import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openStore } from '@vaultwright/store'
import { expect, onTestFinished, test } from 'vitest'
import { readIndexerEnv } from '../context/env.ts'
import { openReadiness, type ReadinessParts } from './readiness.ts'

const secret = 's3cr3tk3ys3cr3tk3y'
const counts = { waiting: 0, active: 0, delayed: 0, parked: 0 }

/** Looks at an indexer in a world, over a store that is migrated and a queue that answers unless said otherwise. */
async function open(
  variables: Readonly<Record<string, string>>,
  more: Partial<Pick<ReadinessParts, 'store' | 'queue'>> = {},
) {
  const warnings: string[] = []
  const store = await openStore(':memory:', { migrate: true })
  onTestFinished(store.close)
  const started = readIndexerEnv({ DATABASE_URL: 'sqlite::memory:', ...variables })
  const env = { ...started, databaseUrl: 'sqlite:/nowhere/vaults.sqlite' }
  const readiness = openReadiness(env, {
    store,
    queue: { counts: async () => counts },
    io: { warn: (message) => void warnings.push(message) },
    ...more,
  })
  onTestFinished(readiness.close)
  return { warnings, look: readiness.look }
}

async function nodeOf(chainId: number): Promise<string> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const { id } = JSON.parse(text)
      const result = `0x${chainId.toString(16)}`
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`
}

test('golden: a node of another chain and a misspelled variable degrade the indexer, and are said once', async () => {
  const { look, warnings } = await open({
    MAINNET_RPC_URL: await nodeOf(42_161),
    ARBITRM_RPC_URL: 'https://node.example',
  })
  const nodes = (await look()).parts.find(({ part }) => part === 'nodes')
  expect(nodes).toMatchObject({ status: 'degraded', problems: [{ code: 'wrong_chain' }] })
  await look()
  const about = (word: string) => warnings.filter((text) => text.includes(word))
  expect(about('MAINNET_RPC_URL shows chain 42161 instead of 1').length).toBe(1)
  expect(about('Did you mean ARBITRUM_RPC_URL?').length).toBe(1)
  expect(JSON.stringify([warnings, await look()])).not.toContain(secret)
})

test('behavior: a database that lacks migrations stops the indexer', async () => {
  const { look } = await open({})
  const { status, parts } = await look()
  expect(status).toBe('not_ready')
  expect(parts[0]).toMatchObject({ part: 'store', problems: [{ code: 'not_migrated' }] })
})

test('refuses: a store and a queue that are away', async () => {
  const away = () => Promise.reject(new Error('away'))
  const store = { ping: away, writeFailure: () => null, derived: { olderDays: away } as never }
  const { look } = await open({}, { store, queue: { counts: away } })
  const { status, parts } = await look()
  expect(status).toBe('not_ready')
  expect(parts.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual([
    'store_away',
    'queue_away',
  ])
})
