import { redactSecrets } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endpointsOf,
  forkEndpointsOf,
  InvalidEndpointError,
  isSharedEndpoint,
  parseEndpoint,
  printEndpoint,
  solanaEndpointsOf,
} from './endpoint.ts'

test.each([
  ['http://127.0.0.1:8545', 'http://127.0.0.1:8545'],
  ['https://eth.example/v2/a1B2c3D4e5', 'https://eth.example/v2/***'],
  ['https://user:pass@eth.example/', 'https://eth.example'],
  ['https://eth.example/rpc?apikey=a1B2c3', 'https://eth.example/rpc?***'],
  ['https://eth.example/v1/mainnet/0123456789abcdef/', 'https://eth.example/v1/mainnet/***/'],
  ['https://0123456789abcdef0123456789abcdef.eth.rpc.example/', 'https://***.eth.rpc.example'],
  [
    'https://arbitrum-mainnet-archive-node-1.example',
    'https://arbitrum-mainnet-archive-node-1.example',
  ],
  ['user:pass@eth.example', '(not a URL)'],
  ['nothing', '(not a URL)'],
])('default: %s is shown as %s', (url, shown) => {
  expect(printEndpoint(url)).toBe(shown)
})

test('law: no key, user or password of a URL is ever shown, whatever text holds it', () => {
  const key = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/)
  fc.assert(
    fc.property(key, key, key, key, (user, password, piece, query) => {
      const url = `https://${user}:${password}@node.test/v2/${piece}?key=${query}`
      const endpoint = parseEndpoint(url)
      const leakyText = `${url} ${decodeURIComponent(url)} ${user}:${password} ${piece} ${query}`
      for (const text of [endpoint.shown, redactSecrets(leakyText, endpoint.secrets)]) {
        for (const secret of [user, password, piece, query]) expect(text).not.toContain(secret)
      }
      expect(endpoint.url).toBe(`https://node.test/v2/${piece}?key=${query}`)
      expect(endpoint.authorization).toBe(`Basic ${btoa(`${user}:${password}`)}`)
    }),
  )
})

test('behavior: endpoints of a chain come from its variable, mainnet also from ETH_RPC_URL', () => {
  const env = {
    MAINNET_RPC_URL: ' https://a.test , https://b.test,,',
    ETH_RPC_URL: 'https://b.test,https://c.test',
    SONIC_MAINNET_RPC_URL: 'https://sonic.test',
    HYPER_EVM_RPC_URL: 'https://hyper.test',
  }
  expect(endpointsOf('mainnet', env)).toEqual([
    'https://a.test',
    'https://b.test',
    'https://c.test',
  ])
  expect(endpointsOf('sonicMainnet', env)).toEqual(['https://sonic.test'])
  expect(endpointsOf('hyperEVM', env)).toEqual(['https://hyper.test'])
  expect(endpointsOf('base', env)).toEqual([])
})

test('golden: forks have endpoints of their own where one is named', () => {
  const env = { MAINNET_RPC_URL: 'https://a.test', MAINNET_FORK_RPC_URL: 'https://b.test/key' }
  expect(forkEndpointsOf('mainnet', env)).toEqual(['https://b.test/key'])
  expect(endpointsOf('mainnet', env)).toEqual(['https://a.test'])
  expect(forkEndpointsOf('base', env)).toEqual([])
})

test('law: an endpoint is shared when any server is asked by both, whatever its key', () => {
  const cases = [
    [['https://a.test/one'], [], true],
    [['https://a.test/one'], ['https://A.test/other'], true],
    [['https://a.test', 'https://b.test'], ['https://c.test', 'https://name:key@b.test'], true],
    [['https://a.test'], ['https://b.test'], false],
    [['http://127.0.0.1:8545'], ['http://127.0.0.1:8546'], false],
  ] as const
  for (const [nodes, forks, isShared] of cases) {
    expect(isSharedEndpoint(nodes, forks)).toBe(isShared)
  }
})

test('error: InvalidEndpointError, without what was given', () => {
  for (const url of ['sesame-open', 'ftp://sesame-open@x/y', 'wss://x/sesame-open']) {
    let thrown: unknown
    try {
      endpointsOf('base', { BASE_RPC_URL: url })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ code: 'invalid_endpoint', retryable: false })
    expect(`${thrown} ${JSON.stringify(thrown)}`).not.toContain('sesame')
  }
})

test('golden: the endpoints of Solana are those of its one variable', () => {
  const env = { SOLANA_RPC_URL: 'http://127.0.0.1:8899, https://sol.test,http://127.0.0.1:8899' }
  expect(solanaEndpointsOf(env)).toEqual(['http://127.0.0.1:8899', 'https://sol.test'])
  expect(solanaEndpointsOf({ MAINNET_RPC_URL: 'https://a.test' })).toEqual([])
})

test('refuses: an endpoint of Solana that is not an http URL', () => {
  expect(() => solanaEndpointsOf({ SOLANA_RPC_URL: 'ws://sol.test' })).toThrow(InvalidEndpointError)
})
