import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type LocalChain, openChain, type Rpc } from '@vaultwright/chain'
import { simulationPage } from '@vaultwright/wire'
import Compile from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { startLocalChain } from '../../support/node/local-chain.ts'
import {
  builderPath,
  lending,
  localEth,
  localManifest,
  main,
  seedLocalVault,
} from '../support/builder-world.ts'
import { openTestApi, type TestApi, testConfig } from '../support/harness.ts'

let chain: LocalChain
let api: TestApi
let headers: Readonly<Record<string, string>>
const token = (name: string) => localManifest.contracts[name]!
const simulation = { ...testConfig.simulation, engine: 'both', concurrency: 2 } as const

beforeAll(async () => {
  chain = await startLocalChain()
  // Its blocks are of the past: from this one on its clock is ours, and blocks may follow by the second.
  await tell(chain.anvil.rpc, 'anvil_mine', '0x1')
  const chains = openChains({ LOCAL_RPC_URL: chain.anvil.url }, simulation)
  api = await openTestApi({ chains, config: { simulation, hasConsole: false } })
  headers = await api.as('strategist')
  await seedLocalVault(api.store, api.tenant.id)
  await api.store.prices.put(api.tenant.id, [
    { chain: 'local', asset: token('WETH'), atUnix: 1n, usd: '1.11', source: 'a test' },
    { chain: 'local', asset: token('WETH'), atUnix: 2n, usd: '2500.125', source: 'a test' },
  ])
})
afterAll(async () => {
  await api.context.chains.close()
  await api.close()
  await chain.anvil.close()
})

const post = (path: string, body: unknown) => api.ask('POST', path, { headers, body })
const get = (path: string) => api.ask('GET', path, { headers })

/** Asks the node what must not be refused. */
async function tell(rpc: Rpc, method: string, ...params: unknown[]): Promise<unknown> {
  const [answer] = await rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${answer?.error.message}`)
  return answer.value
}

type Log = { readonly address: string; readonly topics: readonly Hex[]; readonly data: Hex }
type Receipt = { readonly status: Hex; readonly gasUsed: Hex; readonly logs: readonly Log[] }

/** The fields of a response that matter to who sends it. */
type Built = {
  readonly encoded_tx_data: Hex
  readonly target: string
  readonly simulation_logs: readonly Log[]
  readonly simulation_gas_used: number
}

/** Sends calldata from an account that this chain lets any client use. */
async function send(from: string, built: Built): Promise<Receipt> {
  const { rpc } = chain.anvil
  await tell(rpc, 'anvil_impersonateAccount', from)
  await tell(rpc, 'anvil_setBalance', from, '0xde0b6b3a7640000')
  // Interest runs with the clock: the block is to be as old as the one that was simulated.
  const latest = await tell(rpc, 'eth_getBlockByNumber', 'latest', false)
  const { timestamp } = latest as { readonly timestamp: Hex }
  await tell(rpc, 'evm_setNextBlockTimestamp', Number(timestamp) + 1)
  const transaction = { from, to: built.target, data: built.encoded_tx_data, gas: '0xffffff' }
  const receipt = (await tell(rpc, 'eth_sendTransactionSync', transaction)) as Receipt
  expect(receipt.status).toBe('0x1')
  expect(receipt.logs.map(plain)).toEqual(built.simulation_logs.map(plain))
  expect(Number(receipt.gasUsed)).toBe(built.simulation_gas_used)
  return receipt
}

async function balancesOf(tokens: readonly string[]): Promise<readonly (bigint | null)[]> {
  const opened = await openChain(chain.anvil.rpc, { id: 31337 })
  const block = await opened.readBlock('latest')
  const holdings = tokens.map((one) => ({ token: one as Address, holder: localEth.vault }))
  return opened.readTokenBalances(holdings, block)
}

test('default: list, constraints, build in both forms, send: what the simulation said happens', async () => {
  const list = await get(builderPath('actions', main))
  expect(list.body['aave_v3/supply']).toBeDefined()
  const constrained = Object.keys(list.body).find((route) => list.body[route].has_constraints)
  const rules = await get(builderPath('actions', `${main}/constraints/${constrained}`))
  expect(rules.body.constraints.length).toBeGreaterThan(0)

  const body = { params: { asset: token('WETH'), amount: '1.5' }, verbose: true }
  const named = await post(builderPath('execute', `${main}/aave_v3/supply`), body)
  expect(named.body.simulation_status).toBe(true)
  const { token_transfers: transfers } = named.body
  const out = transfers.find((one: { token: string }) => one.token === 'WETH')
  expect(out).toEqual({
    token: 'WETH',
    token_address: token('WETH'),
    amount: '1.5',
    direction: 'out',
    raw_amount: '1500000000000000000',
    dollar_value: '3750.1875',
  })
  expect(named.body.simulation_gas_cost_eth).toMatch(/^0\.\d+$/)
  expect(named.body).not.toHaveProperty('error')

  // In all: the sums of what was measured, and of calldata alone what it may move at most.
  const { totals } = named.body
  expect(totals).toMatchObject({
    is_measured: true,
    leaves: [{ token: 'WETH', raw_amount: out.raw_amount, amount: '1.5', bound: 'exact' }],
    enters: [{ bound: 'exact' }],
    approvals_left: [],
    approvals_given: 1,
    outside: [],
    unread: { leaves: [], enters: [], accounts: [] },
  })
  const unrun = await post(builderPath('execute', `${main}/aave_v3/supply`), {
    ...body,
    skip_sim: true,
  })
  expect(unrun.body.totals).toMatchObject({
    is_measured: false,
    leaves: [{ token_address: token('WETH'), raw_amount: out.raw_amount }],
    approvals_left: [],
  })

  const page = await api.app.inject({
    url: `${new URL(named.body.simulator_simulation_url).pathname}.json`,
  })
  const [run] = page.json().seen
  const tokens = run.balances
    .filter((one: { holder: string }) => isSameAddress(one.holder as Address, localEth.vault))
    .map((one: { token_address: string }) => one.token_address)
  expect(tokens.length).toBeGreaterThan(1)
  const before = await balancesOf(tokens)
  await send(main, named.body)
  const after = await balancesOf(tokens)
  const rows: readonly { token_address: string; raw_change: string }[] = run.balances
  for (const [index, token] of tokens.entries()) {
    const { raw_change } = rows.find((row) => row.token_address === token)!
    const more = after[index]! - before[index]! - BigInt(raw_change)
    // A share token earns until the block that it is sent in: 120 WETH at 2 %, in the seconds until then.
    expect(more >= 0n && more < 10n ** 13n, `${token}: ${more}`).toBe(true)
  }

  const alone = await post(builderPath('execute', 'lido/stake'), { params: { amount: '0.5' } })
  expect(alone.body.simulation_status).toBe(true)
  await send(main, alone.body)
})

const plain = ({ address, topics, data }: Log) => ({
  address: address.toLowerCase(),
  topics,
  data,
})

test('behavior: a batch runs in order and as simulated, all of what the vault has included', async () => {
  const { body } = await post(builderPath('execute-multiple', main), {
    actions: [
      { route: 'aave_v3/supply', params: { asset: token('WETH'), amount: '2' } },
      { route: 'aave_v3/withdraw', params: { asset: token('WETH'), amount: '1' } },
      { route: 'lido/stake', params: { amount: '0.25' } },
    ],
    verbose: true,
  })
  expect(body.simulation_status).toBe(true)
  expect(body.description).toBe('Multiple actions execution')
  const net = (address: string) =>
    body.token_transfers
      .filter((one: { token_address: string }) => one.token_address === address)
      .reduce(
        (sum: bigint, { direction, raw_amount }: { direction: string; raw_amount: string }) =>
          direction === 'in' ? sum + BigInt(raw_amount) : sum - BigInt(raw_amount),
        0n,
      )
  const [wethTotal] = body.totals.leaves.filter(
    (one: { token_address: string }) => one.token_address === token('WETH'),
  )
  // Two in, one out again: one sum by token, which is what the transfers come to.
  expect(BigInt(wethTotal.raw_amount)).toBe(-net(token('WETH')))
  expect(body.action_api_response).toHaveLength(3)
  await send(main, body)
})

test('behavior: amounts that are left out are read from the chain', async () => {
  const [held] = await balancesOf([token('WETH')])
  const { body } = await post(builderPath('execute', `${main}/aave_v3/supply`), {
    params: { asset: token('WETH') },
    skip_sim: true,
  })
  expect(body.action_api_response.calls.at(-1).data).toContain(held!.toString(16).padStart(64, '0'))
})

test('error: another sender than the strategist reverts, as the interface says', async () => {
  const body = { params: { asset: token('WETH'), amount: '1' }, skip_sim: true }
  const built = await post(builderPath('execute', `${main}/aave_v3/supply`), body)
  const call = { from: lending, to: built.body.target, data: built.body.encoded_tx_data }
  const [answer] = await chain.anvil.rpc.ask([{ method: 'eth_call', params: [call, 'latest'] }])
  expect(answer?.ok).toBe(false)
})

test('behavior: 2.5 a simulation that reverts is a 200 with the calldata, the error and its call', async () => {
  const { status, body } = await post(builderPath('execute', `${main}/aave_v3/supply`), {
    params: { asset: token('WETH'), amount: '100000000' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    encoded_tx_data: expect.stringMatching(/^0x244b0f6a/),
    simulation_status: expect.stringMatching(/^The call would revert: .* Call 1 fails\.$/),
    error: 'The transaction would revert',
    details: { call_path: [1], stage: 'execution', function: expect.stringContaining('supply(') },
    simulator_simulation_url: expect.stringContaining('/simulations/'),
  })
  for (const key of ['token_transfers', 'totals', 'simulation_skipped']) {
    expect(body).not.toHaveProperty(key)
  }
  const path = new URL(body.simulator_simulation_url).pathname
  const { body: text } = await api.app.inject({ url: path })
  expect(text).toContain('No. The call would revert')
  expect(text).toContain('failing call')
})

test('behavior: the page of a simulation: JSON as its schema says, HTML that runs nothing, 404 for others', async () => {
  const { body } = await post(builderPath('execute', `${main}/aave_v3/supply`), {
    params: { asset: token('WETH'), amount: '1.5' },
  })
  expect(body.simulator_simulation_url).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/simulations\/[\w-]{24}$/,
  )
  const path = new URL(body.simulator_simulation_url).pathname
  const accept = 'application/json'
  const [page, same, shown] = await Promise.all([
    api.app.inject({ url: path, headers: { accept } }),
    api.app.inject({ url: `${path}.json` }),
    api.app.inject({ url: path, headers: { accept: 'text/html,application/json;q=0.9' } }),
  ])
  expect(Compile(simulationPage).Check(page.json())).toBe(true)
  expect(same.body).toBe(page.body)
  expect(page.json()).toMatchObject({
    chain: 'local',
    status: true,
    target: localEth.manager,
    strategist_address: main,
    calls: [{ path: [0], function: expect.stringContaining('approve(') }, { path: [1] }],
    seen: [
      { engine: 'node', status: true },
      { engine: 'fork', status: true },
    ],
  })
  expect(page.json().calls[1].arguments).toMatchObject({ amount: '1500000000000000000' })
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
  })
  expect(shown.body).not.toMatch(/<script|javascript:|https?:\/\//)
  for (const wrongPath of [`${path}x`, '/simulations/x', `/simulations/${'A'.repeat(24)}`]) {
    const [html, json] = await Promise.all([
      api.app.inject({ url: wrongPath }),
      api.app.inject({ url: `${wrongPath}.json` }),
    ])
    expect([html.statusCode, json.statusCode]).toEqual([404, 404])
    expect(json.json().error.code).toBe('simulation_not_found')
    expect(html.body).toContain('no such simulation')
  }
})

test('error: WrongChainError: a node of another chain is never believed', async () => {
  const chains = openChains({ BASE_RPC_URL: chain.anvil.url }, simulation)
  const access = chains.of('base')!
  await expect(access.open()).rejects.toMatchObject({ code: 'wrong_chain' })
  const request = { from: main, to: localEth.manager, data: '0x' } as const
  const running = access.simulate(request, {
    tenantId: 'a test',
    signal: new AbortController().signal,
  })
  await expect(running).rejects.toMatchObject({ code: 'wrong_chain' })
  await chains.close()
})
