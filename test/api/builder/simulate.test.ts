import type { Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { decodeManage, encodeManage } from '@vaultwright/manager'
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
const asset = localManifest.contracts.WETH!

beforeAll(async () => {
  chain = await startLocalChain()
  const chains = openChains({ LOCAL_RPC_URL: chain.anvil.url }, testConfig.simulation)
  api = await openTestApi({ chains, config: { hasConsole: false } })
  headers = await api.as('strategist')
  await seedLocalVault(api.store, api.tenant.id)
})
afterAll(async () => {
  await api.context.chains.close()
  await api.close()
  await chain.anvil.close()
})

/** Simulates what a caller gives. */
const simulate = (body: unknown, strategist: string = main) =>
  api.ask('POST', builderPath('simulate', strategist), { headers, body })

/** Builds, with a simulation of its own. */
async function build(amount = '1.5') {
  const path = builderPath('execute', `${main}/aave_v3/supply`)
  const { body } = await api.ask('POST', path, {
    headers,
    body: { params: { asset, amount }, verbose: true },
  })
  return body
}

const recordAt = async (url: string) => (await api.ask('GET', `${new URL(url).pathname}.json`)).body

/** The fields that both operations answer. */
const shared = [
  'target',
  'simulation_status',
  'simulation_logs',
  'simulation_gas_used',
  'simulation_gas_cost_eth',
  'token_transfers',
  'error',
  'details',
]

test.each(['1.5', '100000000'])(
  'law: given the calldata of a build of %s, it answers what the build answers, and keeps a page',
  async (amount) => {
    const built = await build(amount)
    const { status, body } = await simulate({ calldata: built.encoded_tx_data })
    expect(status).toBe(200)
    for (const name of shared) expect([name, body[name]]).toEqual([name, built[name]])
    expect(body.simulation_status === true).toBe(amount === '1.5')
    const record = await recordAt(body.simulator_simulation_url)
    expect(Compile(simulationPage).Check(record)).toBe(true)
    const before = await recordAt(built.simulator_simulation_url)
    expect(record.calls).toEqual(
      before.calls.map((call: object) => ({ ...call, description: null })),
    )
    for (const name of ['seen', 'verify_command', 'root', 'strategist_address', 'vault_name'])
      expect([name, record[name]]).toEqual([name, before[name]])
  },
)

test('law: upper-case digits are the same calldata', async () => {
  const { encoded_tx_data } = await build()
  const calldata = `0x${encoded_tx_data.slice(2).toUpperCase()}`
  const { body } = await simulate({ calldata })
  expect(body.simulation_status).toBe(true)
  expect((await recordAt(body.simulator_simulation_url)).encoded_tx_data).toBe(encoded_tx_data)
})

test('default: a proof of another tree is no success, and names the call that the Manager refuses', async () => {
  const { encoded_tx_data } = await build()
  const calls = decodeManage(encoded_tx_data).map((call) => ({
    ...call,
    proof: call.proof.map((): Hex => `0x${'7'.repeat(64)}`),
  }))
  const forged = await simulate({ calldata: encodeManage(calls) })
  const swapped = await simulate({ calldata: encoded_tx_data }, lending)
  for (const { body } of [forged, swapped]) {
    expect(body.simulation_status).not.toBe(true)
    expect(body.error).toBe('The transaction would revert')
    expect(body.details).toMatchObject({ call_path: [0], stage: 'verification' })
  }
})

test('default: a value is sent, stands on the page, and the Manager refuses it', async () => {
  const { encoded_tx_data: calldata } = await build()
  const { status, body } = await simulate({ calldata, value: '1' })
  expect([status, body.simulation_status === true]).toEqual([200, false])
  expect((await recordAt(body.simulator_simulation_url)).value).toBe('1')
  const plain = await simulate({ calldata, value: '0' })
  expect(await recordAt(plain.body.simulator_simulation_url)).not.toHaveProperty('value')
})

test.each([
  ['no hex', /match/],
  ['0xabc', /match/],
  [`0x${'00'.repeat(131_073)}`, /at most/],
  ['0x', /^This is not calldata for the Manager\. /],
  ['0x12345678', /^This is not calldata for the Manager\. .*0x12345678/],
  ['0x244b0f6a', /^This is not calldata for the Manager\. /],
  [encodeManage([]), /^The calldata makes no call\./],
] as const)('refuses: %.12s with the place and a sentence', async (calldata, sentence) => {
  const { status, body } = await simulate({ calldata })
  expect([status, body.detail.length]).toEqual([422, 1])
  expect(body.detail[0]).toMatchObject({
    loc: ['body', 'calldata'],
    msg: expect.stringMatching(sentence),
  })
})

test.each(['-1', '01', '1.5', '0x1', '', 1])('refuses: the value %j', async (value) => {
  const { status, body } = await simulate({ calldata: '0x244b0f6a', value })
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'value']])
})

test('refuses: a strategist without a tree, a viewer, and a body that exceeds the limit', async () => {
  const { encoded_tx_data: calldata } = await build()
  const foreign = await simulate({ calldata }, localEth.vault)
  expect(foreign.status).toBe(404)
  const path = builderPath('simulate', main)
  const viewer = await api.ask('POST', path, {
    headers: await api.as('viewer'),
    body: { calldata },
  })
  expect(viewer.status).toBe(403)
  const large = await simulate({ calldata: `0x${'00'.repeat(600_000)}` })
  expect(large.status).toBe(413)
})
