import { expect, test } from 'vitest'
import { IndexerEnvError, readIndexerEnv } from './env.ts'

test('default: an empty environment is an indexer of this process alone, without a chain', () => {
  const env = readIndexerEnv({ INDEX_PORT: '', REDIS_URL: ' ' })
  expect(env).toMatchObject({ queueUrl: null, chains: [], concurrency: 4, scanSeconds: 60 })
  expect(env).toMatchObject({ host: '127.0.0.1', port: 9464, adminKey: null, pricesFile: null })
  expect(env.settings).toEqual({
    order: 'oldest',
    revisionDays: null,
    priceDays: null,
    provesDays: false,
  })
  expect(env.databaseUrl).toMatch(/^sqlite:\/.*\/vaultwright\.sqlite$/)
  expect([Object.isFrozen(env), Object.isFrozen(env.settings)]).toEqual([true, true])
})

test('behavior: a chain is one that has a node, with its own finality and budget', () => {
  const { chains } = readIndexerEnv({
    MAINNET_RPC_URL: 'https://a.example/k3y, https://b.example',
    MAINNET_FINALITY: '64',
    MAINNET_RPC_PER_MINUTE: '300',
    LOCAL_RPC_URL: 'http://127.0.0.1:8545',
    BASE_FINALITY: 'safe',
  })
  expect(chains).toEqual([
    {
      slug: 'mainnet',
      id: 1,
      urls: ['https://a.example/k3y', 'https://b.example'],
      agreement: 1,
      finality: { kind: 'depth', blocks: 64n },
      perMinute: 300,
    },
    {
      slug: 'local',
      id: 31_337,
      urls: ['http://127.0.0.1:8545'],
      agreement: 1,
      finality: { kind: 'tag', tag: 'latest' },
      perMinute: null,
    },
  ])
  const [alias] = readIndexerEnv({ ETH_RPC_URL: 'https://c.example' }).chains
  expect(alias).toMatchObject({ urls: ['https://c.example'], finality: { tag: 'finalized' } })
})

test('refuses: fewer nodes of a chain than must agree', () => {
  const [first, two] = ['https://a.example', 'https://b.example']
  const read = (variables: Record<string, string>) =>
    readIndexerEnv({ RPC_AGREEMENT: '2', ...variables }).chains
  expect(read({ BASE_RPC_URL: `${first}, ${two}` })).toMatchObject([{ agreement: 2 }])
  expect(read({ MAINNET_RPC_URL: first, ETH_RPC_URL: two })).toMatchObject([{ urls: [first, two] }])
  for (const name of ['BASE_RPC_URL', 'ETH_RPC_URL'])
    expect(() => read({ [name]: `${first}, ${first}` })).toThrow(`${name} must be 2 or more`)
  expect(() => readIndexerEnv({ RPC_AGREEMENT: '0' })).toThrow('RPC_AGREEMENT')
})

test('golden: Solana has the nodes of SOLANA_RPC_URL, and of mainnet unless its genesis hash says otherwise', () => {
  const urls = ['https://a.example/k3y', 'https://b.example']
  const SOLANA_RPC_URL = urls.join(', ')
  expect(readIndexerEnv({}).solana).toBeNull()
  const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  expect(readIndexerEnv({ SOLANA_RPC_URL }).solana).toEqual({ urls, genesisHash: mainnet })
  const SOLANA_GENESIS_HASH = 'bpxaHVDSEgb5KX1teMpNjyUnrqBW2tQFZ6y3HXzzY2y'
  const named = readIndexerEnv({ SOLANA_RPC_URL, SOLANA_GENESIS_HASH })
  expect(named.solana).toEqual({ urls, genesisHash: SOLANA_GENESIS_HASH })
})

test('behavior: the queue is where QUEUE_URL says, else in Redis, else here', () => {
  const redis = 'redis://127.0.0.1:6379'
  const queueOf = (more: Record<string, string>) =>
    readIndexerEnv({ DATABASE_URL: 'sqlite::memory:', ...more }).queueUrl
  expect(queueOf({ REDIS_URL: redis })).toBe(redis)
  expect(queueOf({ REDIS_URL: redis, QUEUE_URL: 'inline' })).toBeNull()
  expect(queueOf({ REDIS_URL: redis, QUEUE_URL: 'postgres://u:p@h/d' })).toBe('postgres://u:p@h/d')
})

test('error: IndexerEnvError names every bad value at once, and repeats none of them', () => {
  const bad = {
    INDEX_PORT: '70000',
    INDEX_CONCURRENCY: '0',
    INDEX_SCAN_SECONDS: '1e3',
    QUEUE_URL: 'secret',
    REDIS_URL: 'http://secret',
    DATABASE_URL: 'mysql://secret',
    MAINNET_RPC_URL: 'secret',
    SOLANA_RPC_URL: 'secret',
    SOLANA_GENESIS_HASH: 'secret',
    BASE_FINALITY: 'secret',
    BASE_RPC_PER_MINUTE: '-1',
    INDEX_ORDER: 'secret',
    LOG_LEVEL: 'secret',
    INDEX_ADMIN_KEY: 'secret',
    REVISION_DAYS: '0',
    PRICE_DAYS: 'x',
    SHUTDOWN_TIMEOUT_MS: '9999999',
  }
  let error: unknown
  try {
    readIndexerEnv(bad)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(IndexerEnvError)
  const { message, facts, code } = error as IndexerEnvError
  expect(code).toBe('indexer_env_invalid')
  for (const name of Object.keys(bad)) expect(message).toContain(name)
  expect(facts.problems).toHaveLength(Object.keys(bad).length)
  expect(message.replaceAll('a secret of', '')).not.toContain('secret')
})

test('behavior: a secret comes from a file, and a file that is not there is named', () => {
  const readText = (path: string) => {
    if (path === '/run/url') return 'https://node.example/k3y\n'
    throw Object.assign(new Error('none'), { code: 'EACCES' })
  }
  const env = readIndexerEnv({ BASE_RPC_URL_FILE: '/run/url' }, readText)
  expect(env.chains.map(({ slug, urls }) => [slug, urls])).toEqual([
    ['base', ['https://node.example/k3y']],
  ])
  expect(env.nodes.map(({ variable, position }) => [variable, position])).toEqual([
    ['BASE_RPC_URL', 1],
  ])
  expect(() => readIndexerEnv({ INDEX_ADMIN_KEY_FILE: '/run/none' }, readText)).toThrow(
    /^INDEX_ADMIN_KEY_FILE names a file .* \(EACCES\)\./,
  )
})

test('behavior: services of queues are those of SAFE_SERVICES, and none without it', () => {
  expect(readIndexerEnv({}).safeServices.servicesOf(1)).toEqual([])
  const { safeServices } = readIndexerEnv({ SAFE_SERVICES: 'queue' })
  expect(safeServices.servicesOf(1).map(({ name }) => name)).toEqual(['queue service'])
  expect(() => readIndexerEnv({ SAFE_SERVICES: 'ftp' })).toThrow(IndexerEnvError)
})
