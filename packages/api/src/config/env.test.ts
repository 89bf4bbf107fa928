import { mainnetGenesisHash } from '@vaultwright/svm'
import { expect, test } from 'vitest'
import { EnvInvalidError, readEnv } from './env.ts'

test('default: an empty environment is a service on this machine alone', () => {
  const { config, databaseUrl, rpcUrls } = readEnv({ PORT: '', REDIS_URL: ' ' })
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, ratePerMinute: 60, redisUrl: null })
  expect(config).toMatchObject({ corsOrigins: [], requestTimeoutMs: 30_000, checkResponses: false })
  expect(databaseUrl).toMatch(/^sqlite:\/.*\/vaultwright\.sqlite$/)
  expect(rpcUrls).toEqual({})
  expect([Object.isFrozen(config), Object.isFrozen(config.simulation)]).toEqual([true, true])
})

test('golden: metrics have a port of their own beside that of the API, chosen, or off', () => {
  const metricsOf = (variables: Record<string, string>) => readEnv(variables).config.metrics
  expect(metricsOf({})).toEqual({ host: '127.0.0.1', port: 9080, isChosen: false })
  expect(metricsOf({ PORT: '0' })).toMatchObject({ port: 0, isChosen: false })
  expect(metricsOf({ PORT: '65000' })).toMatchObject({ port: 0, isChosen: false })
  expect(metricsOf({ METRICS_PORT: '9465', METRICS_HOST: '0.0.0.0' })).toEqual({
    host: '0.0.0.0',
    port: 9465,
    isChosen: true,
  })
  expect(metricsOf({ METRICS_PORT: 'off' })).toBeNull()
})

test('refuses: proxies that are not addresses or networks, and one of all addresses', () => {
  const proxies = (text: string) => readEnv({ TRUSTED_PROXIES: text }).config.trustedProxies
  expect(proxies('10.0.0.0/8, ::1,fd00::/8')).toEqual(['10.0.0.0/8', '::1', 'fd00::/8'])
  for (const bad of ['true', '1', '10.0.0.0/33', '0.0.0.0/0', '::/129', '10.0.0.0/8/8', 'host'])
    expect(() => proxies(bad)).toThrow('TRUSTED_PROXIES')
})

test('refuses: fewer nodes of a chain than must agree', () => {
  const [first, two] = ['https://a.example', 'https://b.example']
  const read = (variables: Record<string, string>) =>
    readEnv({ RPC_AGREEMENT: '2', ...variables }).rpcAgreement
  expect([readEnv({}).rpcAgreement, read({ BASE_RPC_URL: `${first},${two}` })]).toEqual([1, 2])
  expect(read({ MAINNET_RPC_URL: first, ETH_RPC_URL: two })).toBe(2)
  for (const name of ['BASE_RPC_URL', 'ETH_RPC_URL'])
    expect(() => read({ [name]: `${first},${first}` })).toThrow(`${name} must be 2 or more`)
  expect(() => readEnv({ RPC_AGREEMENT: '0' })).toThrow('RPC_AGREEMENT')
})

test('behavior: what is said is taken', () => {
  const { config, databaseUrl, rpcUrls } = readEnv({
    HOST: '0.0.0.0',
    PORT: '0',
    PUBLIC_URL: 'https://api.example.com/',
    DATABASE_URL: 'postgres://user:password@host/db',
    MAINNET_RPC_URL: 'https://node',
    CORS_ORIGINS: 'https://a.example, https://b.example',
    SIMULATION_ENGINE: 'both',
    REDIS_URL: 'redis://127.0.0.1:6379',
    LOG_LEVEL: 'warn',
  })
  expect(config).toMatchObject({ host: '0.0.0.0', port: 0, publicUrl: 'https://api.example.com' })
  expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example'])
  expect([config.simulation.engine, config.logLevel]).toEqual(['both', 'warn'])
  expect(databaseUrl).toBe('postgres://user:password@host/db')
  expect(rpcUrls).toEqual({ MAINNET_RPC_URL: 'https://node' })
  expect(readEnv({ VAULTWRIGHT_DATA_DIR: '/data' }).databaseUrl).toBe(
    'sqlite:/data/vaultwright.sqlite',
  )
})

test('error: EnvInvalidError names every bad value at once, and repeats none of them', () => {
  const bad = {
    PORT: '70000',
    RATE_LIMIT_PER_MINUTE: '0',
    BODY_LIMIT_BYTES: '1e6',
    PUBLIC_URL: 'ftp://secret',
    REDIS_URL: 'secret',
    DATABASE_URL: 'mysql://secret',
    CORS_ORIGINS: 'https://a.example/secret',
    SIMULATION_ENGINE: 'secret',
    LOG_LEVEL: 'secret',
    SIMULATION_TIMEOUT_MS: '-1',
  }
  let error: unknown
  try {
    readEnv(bad)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(EnvInvalidError)
  const { message, facts } = error as EnvInvalidError
  for (const name of Object.keys(bad)) expect(message).toContain(name)
  expect(facts.problems).toHaveLength(Object.keys(bad).length)
  expect(message).not.toContain('secret')
})

test('golden: the cluster of Solana is mainnet, or the one that is named', () => {
  const genesis = (variables: Record<string, string>) => readEnv(variables).solanaGenesisHash
  expect(genesis({})).toBe(mainnetGenesisHash)
  const named = 'bpxaHVDSEgb5KX1teMpNjyUnrqBW2tQFZ6y3HXzzY2y'
  expect(genesis({ SOLANA_GENESIS_HASH: named })).toBe(named)
  const { rpcUrls } = readEnv({ SOLANA_RPC_URL: 'https://a.example,https://b.example' })
  expect(rpcUrls).toEqual({ SOLANA_RPC_URL: 'https://a.example,https://b.example' })
})

test('refuses: a genesis hash that is not base58 of 32 bytes', () => {
  for (const text of ['0x12', 'mainnet', '1'.repeat(31), `0${mainnetGenesisHash.slice(1)}`])
    expect(() => readEnv({ SOLANA_GENESIS_HASH: text })).toThrow('SOLANA_GENESIS_HASH')
})

test('golden: a beacon chain is followed by its servers and a checkpoint, and by neither alone', () => {
  const root = `0x${'ab'.repeat(32)}`
  const urls = 'https://a.example/key, https://b.example'
  expect(readEnv({}).beacons).toEqual([])
  const [chain] = readEnv({
    BEACON_URLS: urls,
    BEACON_CHECKPOINT: root.toUpperCase().replace('X', 'x'),
  }).beacons
  expect(chain).toMatchObject({ checkpoint: root, network: { chainId: 1 } })
  expect(chain?.beacons).toHaveLength(2)
  const refused = [
    { BEACON_URLS: urls },
    { BEACON_CHECKPOINT: root },
    { BEACON_URLS: 'secret', BEACON_CHECKPOINT: root },
  ]
  for (const variables of refused) expect(() => readEnv(variables)).toThrow('BEACON_URLS must be')
  expect(() => readEnv({ BEACON_URLS: urls, BEACON_CHECKPOINT: '0x12' })).toThrow(
    'BEACON_CHECKPOINT must be',
  )
})
