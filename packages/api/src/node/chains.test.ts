import { expect, test } from 'vitest'
import { openChains } from './chains.ts'

const config = { engine: 'node', concurrency: 1, timeoutMs: 5_000, keepDays: 1, queue: 1 } as const
/** No process listens there. */
const unreachable = 'http://127.0.0.1:1'

test('default: a chain is there when the environment names a node of it', async () => {
  const chains = openChains(
    { BASE_RPC_URL: unreachable, SONIC_MAINNET_RPC_URL: unreachable },
    config,
  )
  expect(chains.of('base')).toMatchObject({ slug: 'base', chainId: 8453 })
  expect(chains.of('sonicmainnet')).toMatchObject({ chainId: 146 })
  expect([chains.of('mainnet'), chains.of('nowhere')]).toEqual([null, null])
  await chains.close()
})

test('law: engines share a node exactly where two of them ask the same endpoint', async () => {
  const both = { ...config, engine: 'both' } as const
  const variables = { BASE_RPC_URL: unreachable, BASE_FORK_RPC_URL: 'http://127.0.0.2:1' }
  for (const [env, settings, isShared] of [
    [{ BASE_RPC_URL: unreachable }, both, true],
    [variables, both, false],
    [{ BASE_RPC_URL: unreachable }, config, false],
  ] as const) {
    const chains = openChains(env, settings)
    expect(chains.of('base')?.isNodeShared).toBe(isShared)
    await chains.close()
  }
})

test('behavior: a chain is asked only on demand, and a failure is not kept', async () => {
  const chains = openChains({ BASE_RPC_URL: unreachable }, config)
  const access = chains.of('base')!
  for (const _ of [1, 2]) await expect(access.open()).rejects.toMatchObject({ retryable: true })
  await chains.close()
  await expect(access.open()).rejects.toMatchObject({ code: 'rpc_closed' })
})

test('error: InvalidEndpointError for what is not a URL', () => {
  expect(() => openChains({ BASE_RPC_URL: 'ftp://x' }, config)).toThrow('cannot be an RPC endpoint')
})
