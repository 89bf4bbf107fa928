import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseError } from '@vaultwright/base'
import type { SimulateAnswer } from '@vaultwright/chain'
import type { Simulation } from '@vaultwright/outcome'
import { openStore, type Store } from '@vaultwright/store'
import Database from 'better-sqlite3'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { ApiConfig } from '../../../packages/api/src/config/config.ts'
import { type ChainAccess, openChainMemory } from '../../../packages/api/src/node/chains.ts'
import { openSimulator } from '../../../packages/api/src/node/simulator.ts'
import {
  builderPath,
  localEth,
  localManifest,
  main,
  seedLocalVault,
} from '../support/builder-world.ts'
import { openTestApi, type TestApi, type TestOptions } from '../support/harness.ts'

const asset = localManifest.contracts.WETH!
const never = new AbortController().signal
const simulation: Simulation = {
  engine: 'node',
  engineVersion: 'a test',
  vault: localEth.vault,
  drones: null,
  block: { number: 7n, hash: `0x${'7'.repeat(64)}`, timestamp: 1_800_000_000n },
  outcome: { status: 'success' },
  gasUsed: 100n,
  gasPriceWei: 2n,
  gasCostWei: 200n,
  gasPriceUnknown: null,
  logs: [],
  approvals: [],
  balances: [],
  transfers: [
    {
      standard: 'erc20',
      token: asset,
      from: localEth.vault,
      to: main,
      amount: 10n ** 18n,
      id: null,
      logIndex: 0,
    },
  ],
  warnings: [{ code: 'receiver_not_vault', message: 'Somebody else is paid.', facts: {} }],
  trace: null,
}

let opened: TestApi | null = null
afterEach(async () => {
  await opened?.close()
  opened = null
})

/** A node of which only what a test says is true. */
function accessOf(parts: Partial<ChainAccess>): NonNullable<TestOptions['chains']> {
  const access: ChainAccess = {
    slug: 'local',
    chainId: 31337,
    memory: openChainMemory(),
    open: () => Promise.reject(new NodeDown()),
    simulate: async () => ({ engine: 'node', simulation }),
    ...parts,
  }
  return { of: (slug) => (slug === 'local' ? access : null), close: async () => {} }
}

class NodeDown extends BaseError {
  override readonly code = 'rpc_network'
  override readonly kind = 'unavailable'
  constructor() {
    super({ message: 'http://secret-host:8545 is down.', retryable: true })
  }
}

/** Opens a service with such a node, and builds on it. */
async function service(
  parts: Partial<ChainAccess>,
  config: Partial<ApiConfig> = {},
  store?: Store,
) {
  opened = await openTestApi({
    ...(store === undefined ? {} : { store }),
    chains: accessOf(parts),
    config: { hasConsole: false, ...config },
  })
  const api = opened
  await seedLocalVault(api.store, api.tenant.id)
  const headers = await api.as('strategist')
  const build = (more: object = {}, route = 'aave_v3/set_collateral') =>
    api.ask('POST', builderPath('execute', `${main}/${route}`), {
      headers,
      body: { params: { asset, enabled: 'true' }, ...more },
    })
  return { api, headers, build }
}

test('behavior: 8 more simulations than may run and wait are a 503 that says when to ask again', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 4, timeoutMs: 10_000 })
  let end = () => {}
  const hold = new Promise<SimulateAnswer>((resolve) => {
    end = () => resolve({ engine: 'node', simulation })
  })
  const { build } = await service({
    simulate: (_, { signal }) => simulator.run('x', () => hold, signal),
  })
  const admitted = [1, 2, 3, 4, 5].map(() => build())
  // Building asks the store first: all of them are to stand in the queue.
  while (await free(simulator)) await new Promise((resolve) => setTimeout(resolve, 5))
  const refused = await build()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await build({ skip_sim: true })).status).toBe(200)
  end()
  expect((await Promise.all(admitted)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

/** True if the queue still takes a request, which leaves it at once. */
async function free(simulator: ReturnType<typeof openSimulator>): Promise<boolean> {
  const gone = AbortSignal.abort()
  const error = await simulator.run('x', async () => {}, gone).catch((one: BaseError) => one)
  return (error as BaseError).code === 'simulation_timeout'
}

test('behavior: a simulation that takes too long is a 200 that says so', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 4, timeoutMs: 10 })
  const endless = () => simulator.run('x', () => new Promise<SimulateAnswer>(() => {}), never)
  const { build } = await service({ simulate: endless })
  const { status, body } = await build()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    encoded_tx_data: expect.stringMatching(/^0x244b0f6a/),
    simulation_status: 'simulation timed out',
    error: 'The simulation timed out',
    details: { code: 'simulation_timeout', timeoutMs: 10 },
    simulator_simulation_url: null,
  })
})

test('behavior: a node that is down is a 200 without its name, and never a success', async () => {
  const { build } = await service({ simulate: () => Promise.reject(new NodeDown()) })
  const { status, body, text } = await build({ verbose: true })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    simulation_status: 'The simulation did not run: the node gave no answer (rpc_network).',
    error: 'The simulation did not run',
    details: { code: 'rpc_network' },
    token_transfers: [],
    simulation_gas_cost_eth: null,
    simulation_gas_used: null,
    // Nothing ran: the calldata alone says what may move.
    totals: { is_measured: false },
  })
  expect(text).not.toContain('secret-host')
})

test('behavior: engines that differ are not success, whatever each says', async () => {
  const fork = { ...simulation, engine: 'fork', gasUsed: 900n } as const
  const differences = [{ field: 'gas', message: 'Other gas.', node: '100', fork: '900' }] as const
  const check = { agreed: false, differences, node: simulation, fork } as const
  const { api, build } = await service({ simulate: async () => ({ engine: 'both', check }) })
  const { body } = await build()
  expect(body).toMatchObject({
    simulation_status: 'The node and its fork disagree. Believe neither.',
    error: 'The engines disagree',
    details: { fields: ['gas'] },
  })
  const path = new URL(body.simulator_simulation_url).pathname
  const { body: shown } = await api.app.inject(path)
  for (const part of [
    'Other gas.',
    'What the node says',
    'What the fork says',
    'Believe neither',
  ]) {
    expect(shown).toContain(part)
  }
})

test('golden: answer and page say that both engines asked one node, where they did', async () => {
  const fork = { ...simulation, engine: 'fork' } as const
  const check = { agreed: true, simulation, fork } as const
  const simulate = async () => ({ engine: 'both', check }) as const
  for (const isNodeShared of [true, false]) {
    const { api, build } = await service({ simulate, isNodeShared })
    const { body } = await build()
    const path = new URL(body.simulator_simulation_url).pathname
    const { body: shown } = await api.app.inject(path)
    expect(body.simulation_engines_share_node).toBe(isNodeShared ? true : undefined)
    expect(shown.includes('both engines asked the same node')).toBe(isNodeShared)
    await opened?.close()
  }
})

test('refuses: one engine shares its node with no other, and nothing is said', async () => {
  const { build } = await service({ isNodeShared: true })
  expect((await build()).body).not.toHaveProperty('simulation_engines_share_node')
})

test('behavior: 2.5 verbose adds exactly its keys, and the warnings of build and simulation', async () => {
  const { build } = await service({})
  const [plain, verbose] = [await build(), await build({ verbose: true })]
  const more = Object.keys(verbose.body).filter((key) => !Object.hasOwn(plain.body, key))
  expect(more).toEqual(['simulation_gas_cost_eth', 'token_transfers', 'totals'])
  expect(plain.body).not.toHaveProperty('simulation_skipped')
  expect(verbose.body.simulation_gas_cost_eth).toBe('0.0000000000000002')
  expect(verbose.body.action_api_response.warnings).toMatchObject([{ code: 'receiver_not_vault' }])
  expect(verbose.body.token_transfers).toMatchObject([
    { token: 'WETH', amount: '1', direction: 'out', dollar_value: null },
  ])
})

test('behavior: a call to an account without code does nothing, and is not a success', async () => {
  const idle = { code: 'no_effect', message: 'Nothing changes.', facts: {} } as const
  let isUp = false
  const open = async () => {
    if (!isUp) throw new NodeDown()
    return { readCode: async () => ({ hash: null }) } as never
  }
  const simulate: ChainAccess['simulate'] = async () => {
    isUp = true
    return { engine: 'node', simulation: { ...simulation, transfers: [], warnings: [idle] } }
  }
  const { build } = await service({ open, simulate })
  const { body } = await build()
  expect(body.simulation_status).toContain('has no code at block 7')
  expect(body.error).toBe('The Manager has no code')
})

test('behavior: a node that is down is asked for facts once in a while, not by each request', async () => {
  let count = 0
  const open = () => {
    count++
    return Promise.reject(new NodeDown())
  }
  const { api, headers, build } = await service({ open })
  const paths = ['', '/constraints/aave_v3/supply'].map((rest) =>
    builderPath('actions', `${main}${rest}`),
  )
  for (const path of [...paths, ...paths]) {
    expect((await api.ask('GET', path, { headers })).status).toBe(200)
  }
  expect((await build({ skip_sim: true })).status).toBe(200)
  expect(count).toBe(1)
})

test('behavior: a build that needs a node that is down is a 503', async () => {
  const { build } = await service({})
  const { status, text } = await build({ skip_sim: true, params: { asset } }, 'aave_v3/supply')
  expect(status).toBe(503)
  expect(text).not.toContain('secret-host')
})

const params = { asset, amount: '1.5' }

test('refuses: 4.5 with a node that hangs, what only it could tell, with 503; and what is wrong, with 422', async () => {
  const open = () => new Promise<never>(() => {})
  const { build } = await service({ open }, { nodeShareMs: 100 })
  for (const round of [1, 2]) {
    const missing = await build({ skip_sim: true, params: { asset } }, 'aave_v3/supply')
    expect([round, missing.status]).toEqual([round, 503])
    const wrong = await build({ skip_sim: true, params: { asset, amount: 'x' } }, 'aave_v3/supply')
    expect([round, wrong.status]).toEqual([round, 422])
  }
})

test('behavior: 4.5 a simulated build whose node hangs is a 200 with calldata and the reason', async () => {
  const simulator = openSimulator({ concurrency: 1, queue: 4, timeoutMs: 50 })
  const open = () => new Promise<never>(() => {})
  const { build } = await service(
    { open, simulate: (_, { tenantId, signal }) => simulator.run(tenantId, open, signal) },
    { nodeShareMs: 100 },
  )
  const { status, body } = await build({ params }, 'aave_v3/supply')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    encoded_tx_data: expect.stringMatching(/^0x244b0f6a/),
    simulation_status: 'simulation timed out',
  })
})

test.each(['0', '0.000', 0, ' 1', '1 ', '1\t'])(
  'refuses: an amount of %j, by name',
  async (amount) => {
    const api = await openTestApi()
    opened = api
    await seedLocalVault(api.store, api.tenant.id)
    const { status, body } = await api.ask(
      'POST',
      builderPath('execute', `${main}/aave_v3/supply`),
      {
        headers: await api.as('strategist'),
        body: { params: { asset, amount }, skip_sim: true },
      },
    )
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([{ loc: ['body', 'params', 'amount'], input: amount }])
    const reason = String(amount).trim() === String(amount) ? 'moves nothing' : 'white space'
    expect(body.detail[0].msg).toContain(reason)
  },
)

test('law: links begin with the public URL, else where the service listens, whatever Host says', async () => {
  const runs: string[] = []
  for (const [publicUrl, host] of [
    ['https://vaults.example/base', 'evil.example'],
    [null, 'vaults.local:8080'],
    [null, 'a"><script>'],
  ] as const) {
    opened = await openTestApi({ chains: accessOf({}), config: { publicUrl, port: 8080 } })
    await seedLocalVault(opened.store, opened.tenant.id)
    const { body } = await opened.ask(
      'POST',
      builderPath('execute', `${main}/aave_v3/set_collateral`),
      {
        headers: { ...(await opened.as('strategist')), host },
        body: { params: { asset, enabled: 'true' } },
      },
    )
    runs.push(body.simulator_simulation_url.replace(/[\w-]{24}$/, ''))
    await opened.close()
    opened = null
  }
  expect(runs).toEqual([
    'https://vaults.example/base/simulations/',
    'http://127.0.0.1:8080/simulations/',
    'http://127.0.0.1:8080/simulations/',
  ])
})

test('behavior: a page is gone when it has expired', async () => {
  const { api } = await service({})
  const [past, future] = [1n, 99_999_999_999n]
  for (const [id, expiresAtUnix] of [
    ['A'.repeat(24), past],
    ['B'.repeat(24), future],
  ] as const) {
    const body = JSON.stringify({ kept: 'by another version' })
    await api.store.simulations.put(api.tenant.id, { id, createdAtUnix: 0n, expiresAtUnix, body })
    const { statusCode } = await api.app.inject(`/simulations/${id}`)
    expect(statusCode).toBe(404)
  }
})

test('behavior: a build whose page the database does not take is answered without a link, and readiness says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-page-'))
  const file = join(folder, 'store.db')
  const store = await openStore(`sqlite:${file}`, { migrate: true, waitMs: 20 })
  const database = new Database(file)
  onTestFinished(async () => {
    database.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { api, build } = await service({}, {}, store)
  const storePart = async () => (await api.app.inject('/readyz')).json().parts.store
  expect((await build()).body).toHaveProperty('simulator_simulation_url', expect.any(String))
  expect(await storePart()).toMatchObject({ status: 'ready' })
  database.exec('begin immediate')
  const { status, body } = await build()
  expect([status, body.simulation_status, body.simulator_simulation_url]).toEqual([200, true, null])
  expect(body.simulation_page_missing_because).toBe(
    'The page could not be kept: another process is writing.',
  )
  expect(await storePart()).toMatchObject({
    status: 'degraded',
    problems: [
      {
        code: 'store_writes_fail',
        message: 'The database does not take writes: another process is writing.',
      },
    ],
  })
  database.exec('rollback')
  expect((await build()).body.simulator_simulation_url).toMatch(/\/simulations\//)
  expect(await storePart()).toMatchObject({ status: 'ready' })
})
